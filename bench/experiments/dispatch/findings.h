/* SPDX-License-Identifier: MIT */
/* The conclusions from all cells of one number of cores, as findings. */
#ifndef BENCH_EXPERIMENTS_DISPATCH_FINDINGS_H
#define BENCH_EXPERIMENTS_DISPATCH_FINDINGS_H

#include "bench/experiments/dispatch/cell.h"

/*
 * break_even, five_percent, slowdown_empty of each executor, `swap` of each
 * lock and queue, best_executor at each length; into group->conclusion, too.
 * empty_alone: wall time of an empty task on one core, by subject, thousandths
 * of a tick; 0 where it was not measured.
 */
void dispatch_conclude(struct dispatch_group *group,
		       const int64_t *empty_alone);

/* The executor with the least wall time at a point, swaps aside; NULL: none
 * was measured. */
const struct dispatch_cell *dispatch_best(const struct dispatch_group *group,
					  unsigned point);

/* rule_5_95: how much of the samples at 600 iterations keeps the rule. */
void dispatch_rule(const struct dispatch_cell *cell);

/* ---- explained (dispatch_explain.c) -------------------------------------- */

/*
 * A finding an executor (all: for each lock and queue exchanged, too): the time
 * of an empty task, predicted from what call, line transfer, lock and queue
 * cost in this boot, measured, and what is left. Core 0, outside any run; takes
 * memory by bench_scratch().
 */
void dispatch_explain(const struct dispatch_group *group, bool all);

#endif
