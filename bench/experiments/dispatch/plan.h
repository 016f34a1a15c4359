/* SPDX-License-Identifier: MIT */
/* Which executors are measured at which lengths, and with how much effort. */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PLAN_H
#define BENCH_EXPERIMENTS_DISPATCH_PLAN_H

#include "bench/experiments/dispatch/group.h"

extern uint64_t dispatch_n[DISPATCH_LENGTHS + 1];

/* Finds how many iterations a body has that takes 4,700 ticks alone, as the
 * published one of 600 did. Before the plan. */
void dispatch_find_length(void);

/* The executors and the effort; their cells at one of the lengths, none of what
 * is out; how many cells there are at all lengths. */
void dispatch_plan(struct dispatch_group *group,
		   const struct settings *settings, unsigned cores);
void dispatch_plan_point(struct dispatch_group *group, unsigned point);
unsigned dispatch_count_planned(struct dispatch_group *group);

/* Less effort from now on, as it takes longer than planned; warns. */
void dispatch_lower_effort(struct dispatch_group *group);

#endif
