/* SPDX-License-Identifier: MIT */
/* One by one: enqueue and dequeue, nobody else at it; a pair, with all cores at
 * it, too. */
#include "bench/bench.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "sched/sched.h"

/* As large as the scheduler's, or larger where there are many cores. */
uint32_t workqueue_capacity(unsigned cores)
{
	uint32_t capacity = SCHED_QUEUE_CAPACITY;

	while (capacity < cores * 2 * WORKQUEUE_BATCH)
		capacity *= 2;
	return capacity;
}

bool workqueue_setup(struct cell *cell)
{
	cell->capacity = workqueue_capacity(cell->cores);
	cell->state = workqueue_make(cell->capacity);
	return cell->state;
}

bool workqueue_validate(struct cell *cell)
{
	return workqueue_check(cell->cores, cell->proof);
}

/* ---- timed: loops.c ------------------------------------------------------ */

#define BODY(verb)                                                           \
	__attribute__((noinline)) void workqueue_##verb##_body(              \
		struct cell *cell, unsigned core, uint64_t count)            \
	{                                                                    \
		(void)core;                                                  \
		workqueue_##verb(cell->state, count);                        \
	}                                                                    \
	_Static_assert(true, "")

BODY(enqueue);
BODY(dequeue);
BODY(pair);

/* ---- between samples ----------------------------------------------------- */

void workqueue_drain(struct cell *cell, unsigned core)
{
	workqueue_dequeue_body(cell, core, cell->batch);
}

void workqueue_fill(struct cell *cell, unsigned core)
{
	workqueue_enqueue_body(cell, core, cell->batch);
}

void workqueue_empty(struct cell *cell, unsigned core)
{
	struct work work;

	(void)core;
	while (shared_queue_pop(cell->state, &work))
		;
}

/* ---- rows ---------------------------------------------------------------- */

static const struct variant rows[] = {
	{ .name = "enqueue", .per = "enqueue",
	  .summary = "an item goes into the work queue, nobody else at it",
	  .most_cores = 1, .most_batch = WORKQUEUE_BATCH,
	  .enter = workqueue_fill, .reset = workqueue_drain,
	  .body = workqueue_enqueue_body, WORKQUEUE_ROW },
	{ .name = "dequeue", .per = "dequeue",
	  .summary = "an item comes out of the work queue, nobody else at it",
	  .most_cores = 1, .most_batch = WORKQUEUE_BATCH,
	  .reset = workqueue_fill, .body = workqueue_dequeue_body,
	  WORKQUEUE_ROW },
	{ .name = "pair", .per = "enqueue + dequeue",
	  .summary = "an item goes in and out, alone and with all cores at it",
	  .body = workqueue_pair_body, WORKQUEUE_ROW },
};
ROWS(workqueue, rows);
