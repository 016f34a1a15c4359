/* SPDX-License-Identifier: MIT */
/*
 * Do the cores run at the same time at this moment? A hypervisor may put two
 * virtual cores on one real core for a second and part them again: between the
 * looks of timesharing.h, and without a pause that a sample could show.
 */
#ifndef BENCH_CONDITIONS_TOGETHER_H
#define BENCH_CONDITIONS_TOGETHER_H

#include <stdbool.h>

/*
 * Core 0 watches a counter of each other core of 0 .. cores - 1. True: it saw
 * each of them change TOGETHER_CHANGES times within TOGETHER_US. That takes some
 * microseconds; cores which take turns show one change a turn. A core that has
 * not come within TOGETHER_COME_US is not there, either. One core: true.
 * Core 0, outside any run.
 */
#define TOGETHER_CHANGES 16u
#define TOGETHER_US 200u
#define TOGETHER_COME_US 2000u
bool cores_together(unsigned cores);

/* Not, though the last look of timesharing.h saw no turns. */
bool together_no_more(unsigned cores);

#endif
