/* SPDX-License-Identifier: MIT */
/*
 * How many cores a run is worth: the rule of the executor `adaptive`, and
 * nothing but the rule. No clock, no core, no memory of its own: from what
 * was decided before and one measurement follows what is decided now.
 *
 * It looks for the width at which a task costs the least wall time, by trying.
 * Up from 1: twice as wide, or as wide as the measured costs say the tasks
 * can fill, until that no longer gains a sixteenth; then between the last two
 * that did, until the range is narrow. What it finds it holds.
 *
 * Four things bound what the search costs. Nobody is asked to run tasks so
 * short that a second core would save less than an eighth. Nobody is recruited
 * before the run has lasted, or is about to last, some times as long as recruiting takes
 * (the ski rental's rule: what is spent is at most a fraction of what has been
 * spent anyway). Each hold is twice as long as the one before, so a run of n
 * windows makes O(log n) searches, whatever its tasks are like. And a search
 * makes O(log cores) trials.
 */
#ifndef SCHED_EXECUTOR_DECIDE_H
#define SCHED_EXECUTOR_DECIDE_H

#include <stdbool.h>
#include <stdint.h>

/* Measured in one window, at the present width. */
struct decide_sample {
	uint64_t elapsed;    /* ticks since the run began */
	uint64_t ticks;      /* of the window; > 0 */
	uint64_t tasks;      /* run in it, by all cores; > 0 */
	uint64_t task_ticks; /* of a task's body, as core 0 saw it */
	uint64_t backlog;    /* tasks that wait */
	bool submitting;     /* core 0 submits still: what others run crosses */
};

struct decide {
	unsigned cores;      /* there are */
	unsigned width;      /* decided: cores to take part */
	uint64_t wake;       /* ticks that recruiting a core takes */
	uint64_t line;       /* the caller's: ticks to another core */
	uint64_t extra;      /* the caller's: ticks x DECIDE_UNIT that a task costs
			      * core 0 more where others can see it */

	/* The search: best of the widths tried, in ticks x DECIDE_UNIT a
	 * task; low and high are worse, or 0 and cores + 1. */
	unsigned best, low, high;
	uint64_t best_cost;
	bool trying;         /* width is on trial against best */

	/* The hold. */
	uint32_t windows;    /* since it began */
	uint32_t hold;       /* windows it lasts at least */
	uint32_t drifted;    /* windows in a row that looked different */
	uint64_t task_ticks; /* when it began */

	uint32_t decisions;  /* changes of width */
};

/* Parts of a tick that costs are counted in. */
#define DECIDE_UNIT 64u

/* The state at a run's beginning: one core, nothing known. */
struct decide decide_begin(unsigned cores, uint64_t wake);

/* What follows from the measurement. */
struct decide decide_next(struct decide d, const struct decide_sample *s);

#endif
