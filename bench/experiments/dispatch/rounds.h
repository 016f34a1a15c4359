/* SPDX-License-Identifier: MIT */
#ifndef BENCH_EXPERIMENTS_DISPATCH_ROUNDS_H
#define BENCH_EXPERIMENTS_DISPATCH_ROUNDS_H

#include "bench/experiments/dispatch/group.h"

/* The rounds of the planned cells; a longer pass with stamps of one. False if an
 * answer was wrong. */
bool dispatch_measure_rounds(struct dispatch_group *group);
bool dispatch_measure_stamped(const struct dispatch_group *group,
			      struct dispatch_cell *cell);

#endif
