/* SPDX-License-Identifier: MIT */
/*
 * One core, and a queue that is not empty: half full, full, and where it
 * refuses, an item because it is full, to give one because it is empty.
 */
#include "bench/bench.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "sched/queue/loops.h"
#include "sched/sched.h"

/* Of the capacity on one core: workqueue_setup(). */
#define HALF (SCHED_QUEUE_CAPACITY / 2)

/* ---- refused --------------------------------------------------------------- */

__attribute__((noinline)) static void enqueue_in_vain(struct cell *cell,
						      unsigned core,
						      uint64_t count)
{
	(void)core;
	for (uint64_t i = 0; i < count; i++)
		shared_queue_push(cell->state, queue_item(i));
}

__attribute__((noinline)) static void dequeue_in_vain(struct cell *cell,
						      unsigned core,
						      uint64_t count)
{
	struct work work;

	(void)core;
	while (count--)
		shared_queue_pop(cell->state, &work);
}

/* ---- at a round's start ------------------------------------------------------ */

static void fill_half(struct cell *cell, unsigned core)
{
	(void)core;
	workqueue_enqueue(cell->state, HALF);
}

/* The first reset takes the batch out again. */
static void fill_half_and_batch(struct cell *cell, unsigned core)
{
	fill_half(cell, core);
	workqueue_fill(cell, core);
}

/* The reset adds the batch: then it is full. */
static void fill_but_for_batch(struct cell *cell, unsigned core)
{
	(void)core;
	workqueue_enqueue(cell->state, SCHED_QUEUE_CAPACITY - cell->batch);
}

static void fill_up(struct cell *cell, unsigned core)
{
	(void)core;
	while (shared_queue_push(cell->state, (struct work){ 0 }))
		;
}

/* ---- rows -------------------------------------------------------------------- */

static const struct variant rows[] = {
	{ .name = "enqueue/half", .per = "enqueue",
	  .summary = "into a queue that is half full",
	  .most_batch = WORKQUEUE_BATCH, .enter = fill_half_and_batch,
	  .reset = workqueue_drain, .body = workqueue_enqueue_body,
	  WORKQUEUE_ALONE },
	{ .name = "enqueue/refused", .per = "enqueue in vain",
	  .summary = "into a queue that is full: it refuses",
	  .enter = fill_up, .body = enqueue_in_vain, WORKQUEUE_ALONE },
	{ .name = "dequeue/half", .per = "dequeue",
	  .summary = "out of a queue that is half full",
	  .most_batch = WORKQUEUE_BATCH, .enter = fill_half,
	  .reset = workqueue_fill, .body = workqueue_dequeue_body,
	  WORKQUEUE_ALONE },
	{ .name = "dequeue/full", .per = "dequeue",
	  .summary = "out of a queue that begins full",
	  .most_batch = WORKQUEUE_BATCH, .enter = fill_but_for_batch,
	  .reset = workqueue_fill, .body = workqueue_dequeue_body,
	  WORKQUEUE_ALONE },
	{ .name = "dequeue/refused", .per = "dequeue in vain",
	  .summary = "out of a queue that is empty: it has none",
	  .body = dequeue_in_vain, WORKQUEUE_ALONE },
	{ .name = "pair/half", .per = "enqueue + dequeue",
	  .summary = "in and out of a queue that is half full",
	  .enter = fill_half, .body = workqueue_pair_body, WORKQUEUE_ALONE },
};
ROWS(workqueue, rows);
