/* SPDX-License-Identifier: MIT */
/*
 * What it costs to enqueue and to dequeue at the work queue that the scheduler
 * and the executor `shared` use: alone, and with all cores at it. across.c goes
 * from core to core.
 */
#include "bench/bench.h"
#include "bench/config/exchange.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/proof/lock_check.h"
#include "bench/proof/queue_check.h"
#include "kernel/string.h"
#include "sched/sched.h"

/* Slots for each core, so that a queue is neither full nor empty between. */
#define CORE_SHARE 256u
#define MOST_BATCH (CORE_SHARE / 2)

/* As large as the scheduler's, or larger where there are many cores. */
static uint32_t capacity_for(unsigned cores)
{
	uint32_t capacity = SCHED_QUEUE_CAPACITY;

	while (capacity < cores * CORE_SHARE)
		capacity *= 2;
	return capacity;
}

static bool make_queue(struct cell *cell)
{
	cell->state = workqueue_make(capacity_for(cell->cores));
	return cell->state;
}

static bool prove_queue(struct cell *cell)
{
	return workqueue_check(cell->cores, cell->proof);
}

/* ---- timed: loops.c ------------------------------------------------------ */

#define BODY(verb)                                                           \
	__attribute__((noinline)) static void body_##verb(                   \
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

/* Each core takes out as many as it put in (the first time what `fill` put in
 * at the round's start): the queue never fills or runs dry. */
static void drain(struct cell *cell, unsigned core)
{
	body_dequeue(cell, core, cell->batch);
}

static void fill(struct cell *cell, unsigned core)
{
	body_enqueue(cell, core, cell->batch);
}

/* Leaves the queue empty for the next round, whatever the last sample left. */
static void empty(struct cell *cell, unsigned core)
{
	struct work work;

	(void)core;
	while (shared_queue_pop(cell->state, &work))
		;
}

/* ---- rows ---------------------------------------------------------------- */

#define OF_THE_QUEUE                                                         \
	.primitive = WORKQUEUE, .setup = make_queue,                         \
	.validate = prove_queue, .property = QUEUE_PROPERTY, .tidy = empty

static const struct variant rows[] = {
	{ .name = "enqueue", .per = "enqueue",
	  .summary = "an item goes into the work queue, nobody else at it",
	  .most_cores = 1, .most_batch = MOST_BATCH,
	  .enter = fill, .reset = drain, .body = body_enqueue, OF_THE_QUEUE },
	{ .name = "dequeue", .per = "dequeue",
	  .summary = "an item comes out of the work queue, nobody else at it",
	  .most_cores = 1, .most_batch = MOST_BATCH,
	  .reset = fill, .body = body_dequeue, OF_THE_QUEUE },
	{ .name = "pair", .per = "enqueue + dequeue",
	  .summary = "an item goes in and out, alone and with all cores at it",
	  .body = body_pair, OF_THE_QUEUE },
};
ROWS(workqueue, rows);

/* ---- the lock by itself ---------------------------------------------------- */

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

/* In the same rounds as the queue, so that its share can be told. */
static const struct variant lock_row[] = {
	{ .name = "lock", .per = "acquire + release",
	  .summary = "the lock of the work queue, nobody else at it",
	  .most_cores = 1, .least_batch = 2, .unfit = no_lock,
	  .setup = make_lock, .validate = prove_lock,
	  .property = LOCK_PROPERTY, .body = body_lock },
};
ROWS(workqueue, lock_row);

/* ---- the experiment --------------------------------------------------------- */

static bool run(const struct settings *settings)
{
	bool ok = workqueue_across(settings);

	workqueue_report_findings(settings);
	return ok;
}

EXPERIMENT_RUN(workqueue, workqueue_across_steps, run,
	       "what does it cost to enqueue and dequeue at the work queue?",
	       .order = ORDER_HEADLINE);
