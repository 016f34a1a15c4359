/* SPDX-License-Identifier: MIT */
/*
 * What enqueue and dequeue are made of, each by itself on one core, in the same
 * rounds as the whole: their shares follow.
 */
#include "bench/bench.h"
#include "bench/config/exchange.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/proof/lock_check.h"
#include "kernel/string.h"
#include "sched/queue/loops.h"
#include "sched/sched.h"

/* ---- the lock ---------------------------------------------------------------- */

static const struct lock_kind *lock_of_the_queue(void)
{
	const struct exchange *chosen = exchange_chosen();

	LOCK_EACH(entry)
		if (!chosen->lock && !strcmp((*entry)->name, SHARED_QUEUE_LOCK))
			return *entry;
	return chosen->lock;
}

static const char *no_lock(unsigned cores)
{
	(void)cores;
	return exchange_chosen()->queue ? "the queue of choice has a lock of "
					  "its own, or none" : NULL;
}

static bool make_lock(struct cell *cell)
{
	cell->state = bench_scratch(lock_of_the_queue()->size);
	if (cell->state)
		lock_of_the_queue()->init(cell->state);
	return cell->state;
}

static bool prove_lock(struct cell *cell)
{
	return lock_check(lock_of_the_queue(), cell->state, cell->cores,
			  cell->proof);
}

__attribute__((noinline)) static void body_lock(struct cell *cell,
						unsigned core, uint64_t count)
{
	(void)core;
	lock_of_the_queue()->pairs(cell->state, count);
}

/* ---- the copy ---------------------------------------------------------------- */

#define COPIES 1000u

static bool make_ring(struct cell *cell)
{
	struct buffer *b = cell->state = bench_scratch(sizeof(*b));
	struct work *slot = bench_scratch(buffer_bytes(SCHED_QUEUE_CAPACITY));

	if (b && slot)
		buffer_init(b, slot, SCHED_QUEUE_CAPACITY);
	return b && slot;
}

/* Into a ring and out again, without a lock: nobody else may. */
__attribute__((noinline)) static void body_copy(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct buffer *b = cell->state;

	(void)core;
	for (uint64_t i = 0; i < count; i++) {
		buffer_own_push(b, queue_item(i));
		queue_use(buffer_own_pop(b));
	}
}

static bool prove_copy(struct cell *cell)
{
	struct buffer *b = cell->state;

	body_copy(cell, 0, COPIES);
	cell->checked = COPIES;
	return !buffer_own_size(b) && b->tail == COPIES;
}

/* ---- rows -------------------------------------------------------------------- */

static const struct variant rows[] = {
	{ .name = "lock", .per = "acquire + release",
	  .summary = "the lock of the work queue, nobody else at it",
	  .most_cores = 1, .least_batch = 2, .unfit = no_lock,
	  .setup = make_lock, .validate = prove_lock,
	  .property = LOCK_PROPERTY, .body = body_lock },
	{ .name = "copy", .per = "item in and out",
	  .summary = "an item into a ring and out again, without a lock",
	  .most_cores = 1, .least_batch = 2, .full_only = true,
	  .setup = make_ring, .validate = prove_copy,
	  .property = "all that went in came out", .body = body_copy },
};
ROWS(workqueue, rows);

