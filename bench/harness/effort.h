/* SPDX-License-Identifier: MIT */
/* How much is sampled on a number of cores. */
#ifndef BENCH_HARNESS_EFFORT_H
#define BENCH_HARNESS_EFFORT_H

#include <stdint.h>

#include "bench/config/settings.h"

struct effort {
	unsigned rounds;      /* of each series */
	uint32_t samples;     /* of each participant and series */
	uint64_t round_ticks; /* a round, at most */
};

/*
 * Looks whether so many cores take turns (bench/conditions/timesharing.h).
 * Where they do it is so little that it ends, and the warning `crowded` names
 * the experiment. Core 0, outside any run.
 */
struct effort effort_for(const struct settings *settings,
			 const char *experiment, unsigned cores);

#endif
