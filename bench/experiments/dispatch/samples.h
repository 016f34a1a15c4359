/* SPDX-License-Identifier: MIT */
/* The samples of a pass with stamps, as `series` records: as long as the workers
 * hold what it left. */
#ifndef BENCH_EXPERIMENTS_DISPATCH_SAMPLES_H
#define BENCH_EXPERIMENTS_DISPATCH_SAMPLES_H

#include "bench/experiments/dispatch/group.h"

/* Of a round's pass: its histogram, where the host asks for it. */
void dispatch_record_round(const struct dispatch_group *group,
			   const struct dispatch_cell *cell, unsigned round);

/* Of the pass behind the rounds: in the order of time, in bins; and what the
 * executor decided. */
void dispatch_record_samples(const struct dispatch_cell *cell, bool full);

/* With samples=raw all of a pass, of a round or behind them all. */
#define DISPATCH_LONG_PASS (-1)
void dispatch_raw_stamps(const struct dispatch_cell *cell, int round);

#endif
