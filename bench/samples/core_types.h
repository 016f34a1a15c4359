/* SPDX-License-Identifier: MIT */
/*
 * Cores of unlike type, performance and efficiency: rows of one core are measured
 * on one core of each type, where their bodies run on any (variant->any_core).
 */
#ifndef BENCH_SAMPLES_CORE_TYPES_H
#define BENCH_SAMPLES_CORE_TYPES_H

#include "bench/bench.h"

/* The next core after this one, below `cores`, that is the first of its type;
 * 0: there is none. Core 0 is the first of the first type. */
unsigned core_types_next(unsigned cores, unsigned after);

#define CORE_TYPES_PARAMS 3u /* of its own that a row keeps */

/* Room for a row that runs on another core than core 0. */
struct core_types_row {
	struct variant variant;
	struct param params[CORE_TYPES_PARAMS + 2];
};

/* The row on that core, told apart by the parameter `core`: a copy in this room. */
const struct variant *core_types_row(struct core_types_row *room,
				     const struct variant *variant,
				     unsigned core);

/* Warns (`core_types`) where the first `cores` cores are of more than one type:
 * which are of which, and what that means for figures. Core 0, once. */
void core_types_warn(unsigned cores);

#endif
