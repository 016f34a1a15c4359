/* SPDX-License-Identifier: MIT */
/* Several items under one hold of the lock: in and out again, by the loops of
 * sched/queue/loops.h. */
#include "bench/bench.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "sched/queue/loops.h"

QUEUE_BULK_PAIR_LOOP(shared_queue, 8u, struct work, shared_queue_push_bulk,
		     shared_queue_pop_bulk)
QUEUE_BULK_PAIR_LOOP(shared_queue, 32u, struct work, shared_queue_push_bulk,
		     shared_queue_pop_bulk)

__attribute__((noinline)) static void body_8(struct cell *cell, unsigned core,
					     uint64_t count)
{
	(void)core;
	shared_queue_loop_pairs8u(cell->state, count);
}

__attribute__((noinline)) static void body_32(struct cell *cell, unsigned core,
					      uint64_t count)
{
	(void)core;
	shared_queue_loop_pairs32u(cell->state, count);
}

static const struct variant rows[] = {
	{ .name = "pair/bulk8", .per = "item, 8 at once",
	  .summary = "8 items go in under one hold, and come out under one",
	  .least_batch = 8, .full_only = true, .body = body_8, WORKQUEUE_ROW },
	{ .name = "pair/bulk32", .per = "item, 32 at once",
	  .summary = "32 items go in under one hold, and come out under one",
	  .least_batch = 32, .full_only = true, .body = body_32,
	  WORKQUEUE_ROW },
};
ROWS(workqueue, rows);
