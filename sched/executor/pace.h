/* SPDX-License-Identifier: MIT */
/*
 * How many tasks a worker takes at once. A batch of short tasks shares one
 * locked instruction and the lines that bring it; a batch of long ones keeps
 * from the other cores what they could do meanwhile. So a batch may take so
 * many ticks, by what the tasks of the last one took: it doubles while there
 * is room, and shrinks at once.
 *
 * Cost: two time stamps a batch. A worker's own.
 */
#ifndef SCHED_EXECUTOR_PACE_H
#define SCHED_EXECUTOR_PACE_H

#include <stdint.h>

#include "kernel/machine.h"
#include "kernel/ticks.h"

#define PACE_MOST 128u /* two time stamps are half a tick a task then */

/* The most out of a queue that is all there is: the others' turn comes soon. */
#define PACE_SHARED_MOST 32u

/* The default budget is a second's part: 10 us. */
#define PACE_BUDGETS_A_SECOND 100000u

struct pace {
	uint32_t batch;      /* from 1 to PACE_MOST */
	uint64_t task_ticks; /* mean of the last batch */
	uint64_t budget;     /* ticks that a batch may take */
};

/* Ticks, from an option's: 0 for the default. */
static inline uint64_t pace_budget(uint64_t wanted)
{
	return wanted ? wanted : ticks_of_seconds(1) / PACE_BUDGETS_A_SECOND;
}

static inline void pace_init(struct pace *p, uint64_t budget)
{
	*p = (struct pace){ .batch = 1, .budget = budget };
}

/* The last n tasks, n > 0, have taken so many ticks. */
static inline void pace_note(struct pace *p, uint64_t ticks, uint32_t n)
{
	uint32_t batch = p->batch;

	/* A division where the answer is not plain; most often it is. */
	p->task_ticks = n == PACE_MOST ? ticks / PACE_MOST : ticks / n;
	if (p->task_ticks * batch > p->budget) {
		batch = (uint32_t)(p->budget / p->task_ticks);
		p->batch = batch ? batch : 1;
	} else if (p->task_ticks * batch * 2 <= p->budget &&
		   batch < PACE_MOST) {
		p->batch = batch * 2 < PACE_MOST ? batch * 2 : PACE_MOST;
	}
}

/* Ticks that the next batch takes, if its tasks are like the last. */
static inline uint64_t pace_batch_ticks(const struct pace *p)
{
	return p->batch * p->task_ticks;
}

/* A batch out of a queue that all share. */
static inline uint32_t pace_shared_batch(const struct pace *p)
{
	return p->batch < PACE_SHARED_MOST ? p->batch : PACE_SHARED_MOST;
}

/* A batch of n tasks or less that lie where they need not be copied from: up
 * to `most` if tasks have been short for a while. */
static inline uint32_t pace_long_batch(const struct pace *p, uint32_t most,
				       uint32_t n)
{
	if (p->batch < PACE_MOST || most < PACE_MOST ||
	    most * p->task_ticks > p->budget)
		most = p->batch;
	return n < most ? n : most;
}

#endif
