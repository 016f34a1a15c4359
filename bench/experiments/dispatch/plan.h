/* SPDX-License-Identifier: MIT */
/* What the dispatch experiment measures on a number of cores. Core 0. */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PLAN_H
#define BENCH_EXPERIMENTS_DISPATCH_PLAN_H

#include "bench/experiments/dispatch/cell.h"
#include "bench/config/settings.h"

/*
 * Fills in the group: every registered executor, and `shared` over the other
 * locks and queues, as far as they are asked for; a cell that is to be
 * measured has its subject set. Quick: all lengths on all cores, the empty
 * task alone on fewer, two swaps. Full: all of it on each number of cores, all
 * swaps on all cores. The effort is less where cores take turns.
 */
void dispatch_plan(const struct settings *settings, unsigned cores,
		   struct dispatch_group *group);

/* Less effort from now on, as it takes longer than planned; warns. */
void dispatch_hurry(struct dispatch_group *group);

/* Cells planned, of all points. */
unsigned dispatch_planned(const struct dispatch_group *group);

#endif
