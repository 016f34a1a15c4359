/* SPDX-License-Identifier: MIT */
/* All variants of an experiment, whichever files they come from. */
#ifndef BENCH_HARNESS_ROWS_H
#define BENCH_HARNESS_ROWS_H

#include "bench/bench.h"

/* Variants of one experiment at most. */
#define ROWS_MAX 256u

/* The variant of that index; NULL past the last one. */
const struct variant *rows_variant(const struct experiment *experiment,
				   unsigned index);

/* Is it of a file of the user's own, or of a thing (a lock) from one? */
bool rows_yours(const struct experiment *experiment, unsigned index);

/* False, with a warning in the log, if two variants have one name, or rows
 * belong to an experiment that does not exist. Core 0. */
bool rows_check(void);

#endif
