/* SPDX-License-Identifier: MIT */
/*
 * The plain rows: enqueue, dequeue and both, one by one and several at once; at
 * other fill levels, and refused; where another core used the queue last; and
 * what they are made of, the lock and the copy, in the same rounds, so that
 * their shares follow.
 */
#include "bench/bench.h"
#include "bench/config/exchange.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/proof/lock_check.h"
#include "bench/proof/queue_check.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "sched/queue/loops.h"
#include "sched/sched.h"

static bool setup_queue(struct cell *cell)
{
	cell->capacity = workqueue_capacity(cell->cores);
	cell->state = workqueue_make(cell->capacity);
	return cell->state;
}

static bool validate_queue(struct cell *cell)
{
	return workqueue_check(cell->cores, cell->proof);
}

/* ---- timed: the loops of workqueue.c and of sched/queue/loops.h ------------- */

QUEUE_BULK_PAIR_LOOP(shared_queue, 8u, struct work, shared_queue_push_bulk,
		     shared_queue_pop_bulk)
QUEUE_BULK_PAIR_LOOP(shared_queue, 32u, struct work, shared_queue_push_bulk,
		     shared_queue_pop_bulk)

#define BODY(name, loop)                                                     \
	__attribute__((noinline)) static void body_##name(                   \
		struct cell *cell, unsigned core, uint64_t count)            \
	{                                                                    \
		(void)core;                                                  \
		loop(cell->state, count);                                    \
	}                                                                    \
	_Static_assert(true, "")

BODY(enqueue, workqueue_enqueue);
BODY(dequeue, workqueue_dequeue);
BODY(pair, workqueue_pair);
BODY(bulk8, shared_queue_loop_pairs8u);
BODY(bulk32, shared_queue_loop_pairs32u);

__attribute__((noinline)) static void body_full(struct cell *cell,
						unsigned core, uint64_t count)
{
	(void)core;
	for (uint64_t i = 0; i < count; i++)
		shared_queue_push(cell->state, queue_item(i));
}

__attribute__((noinline)) static void body_empty(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct work work;

	(void)core;
	while (count--)
		shared_queue_pop(cell->state, &work);
}

/* ---- before a round, between samples ---------------------------------------- */

/* A batch more, a batch less. */
static void fill(struct cell *cell, unsigned core)
{
	body_enqueue(cell, core, cell->batch);
}

static void drain(struct cell *cell, unsigned core)
{
	body_dequeue(cell, core, cell->batch);
}

/* Nothing is left for the next round. */
static void empty(struct cell *cell, unsigned core)
{
	struct work work;

	(void)core;
	while (shared_queue_pop(cell->state, &work))
		;
}

static void fill_half(struct cell *cell, unsigned core)
{
	(void)core;
	workqueue_enqueue(cell->state, cell->capacity / 2);
}

/* The first reset takes the batch out again. */
static void fill_half_and_batch(struct cell *cell, unsigned core)
{
	fill_half(cell, core);
	fill(cell, core);
}

/* The reset adds the batch: then it is full. */
static void fill_but_for_batch(struct cell *cell, unsigned core)
{
	(void)core;
	workqueue_enqueue(cell->state, cell->capacity - cell->batch);
}

static void fill_up(struct cell *cell, unsigned core)
{
	(void)core;
	while (shared_queue_push(cell->state, (struct work){ 0 }))
		;
}

/* ---- the queue was used last by this core, or by another --------------------- */

/*
 * One operation. Where another core used the queue last, the lines of lock,
 * indices and slot lie in that one's cache; what the two differ by is what the
 * lines' way costs. Core 1 is the other one: it works between samples alone.
 */
#define TURNS 8u /* pairs before a sample: two lines of slots */

static struct {
	uint32_t asked; /* atomic: core 0 waits for it to use the queue */
} __attribute__((aligned(MACHINE_LINE_PAIR))) other;

static void use_here(struct cell *cell, unsigned core)
{
	empty(cell, core);
	if (cell->variant->body == body_dequeue)
		workqueue_enqueue(cell->state, 1);
	workqueue_pair(cell->state, TURNS);
}

static void use_there(struct cell *cell, unsigned core)
{
	(void)cell;
	(void)core;
	/* R1: pairs with A1 in use_when_asked(). */
	atomic_store_release(&other.asked, 1);
	/* A2: pairs with R2 in use_when_asked(). */
	while (atomic_load_acquire(&other.asked))
		cpu_relax();
}

static void use_when_asked(struct cell *cell, unsigned core)
{
	while (!bench_stopped(cell)) {
		/* A1: pairs with R1 in use_there(). */
		if (!atomic_load_acquire(&other.asked)) {
			cpu_relax();
			continue;
		}
		use_here(cell, core);
		/* R2: pairs with A2 in use_there(). */
		atomic_store_release(&other.asked, 0);
	}
}

/* ---- the lock alone --------------------------------------------------------- */

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

static bool setup_lock(struct cell *cell)
{
	cell->state = bench_scratch(lock_of_the_queue()->size);
	if (cell->state)
		lock_of_the_queue()->init(cell->state);
	return cell->state;
}

static bool validate_lock(struct cell *cell)
{
	return lock_check(lock_of_the_queue(), cell->state, cell->cores,
			  cell->proof);
}

BODY(lock, lock_of_the_queue()->pairs);

/* ---- the copy alone --------------------------------------------------------- */

#define COPIES 1000u

static bool setup_ring(struct cell *cell)
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

static bool validate_copy(struct cell *cell)
{
	struct buffer *b = cell->state;

	body_copy(cell, 0, COPIES);
	cell->checked = COPIES;
	return !buffer_own_size(b) && b->tail == COPIES;
}

/* ---- rows -------------------------------------------------------------------- */

#define SHARED                                                               \
	.primitive = WORKQUEUE, .setup = setup_queue,                        \
	.validate = validate_queue, .property = QUEUE_PROPERTY,              \
	.tidy = empty
#define ANY_CORE SHARED, .any_core = true
#define LEVEL ANY_CORE, .most_cores = 1, .full_only = true
#define ONE                                                                  \
	SHARED, .method = 2, .least_cores = 2, .most_cores = 2,              \
	.most_batch = 1, .full_only = true, .partner = use_when_asked
#define ENQUEUE                                                              \
	.per = "enqueue", .most_batch = WORKQUEUE_BATCH, .reset = drain,     \
	.body = body_enqueue
#define DEQUEUE                                                              \
	.per = "dequeue", .most_batch = WORKQUEUE_BATCH, .reset = fill,      \
	.body = body_dequeue
#define PAIR .per = "enqueue + dequeue", .body = body_pair

static const struct variant rows[] = {
	{ .name = "enqueue", ENQUEUE, ANY_CORE, .most_cores = 1,
	  .summary = "an item goes into the work queue, nobody else at it",
	  .enter = fill },
	{ .name = "dequeue", DEQUEUE, ANY_CORE, .most_cores = 1,
	  .summary = "an item comes out of the work queue, nobody else at it" },
	{ .name = "pair", PAIR, ANY_CORE,
	  .summary = "an item goes in and out, alone and with all cores at it" },
	{ .name = "pair/bulk8", .per = "item, 8 at once", ANY_CORE,
	  .summary = "8 items go in under one hold, and come out under one",
	  .least_batch = 8, .full_only = true, .body = body_bulk8 },
	{ .name = "pair/bulk32", .per = "item, 32 at once", ANY_CORE,
	  .summary = "32 items go in under one hold, and come out under one",
	  .least_batch = 32, .full_only = true, .body = body_bulk32 },
	{ .name = "enqueue/half", ENQUEUE, LEVEL, .enter = fill_half_and_batch,
	  .summary = "into a queue that is half full" },
	{ .name = "enqueue/refused", .per = "enqueue in vain", LEVEL,
	  .summary = "into a queue that is full: it refuses",
	  .enter = fill_up, .body = body_full },
	{ .name = "dequeue/half", DEQUEUE, LEVEL, .enter = fill_half,
	  .summary = "out of a queue that is half full" },
	{ .name = "dequeue/full", DEQUEUE, LEVEL, .enter = fill_but_for_batch,
	  .summary = "out of a queue that begins full" },
	{ .name = "dequeue/refused", .per = "dequeue in vain", LEVEL,
	  .summary = "out of a queue that is empty: it has none",
	  .body = body_empty },
	{ .name = "pair/half", PAIR, LEVEL, .enter = fill_half,
	  .summary = "in and out of a queue that is half full" },
	{ .name = "enqueue/warm", ONE, .per = "enqueue",
	  .summary = "one, where this core used the queue last",
	  .reset = use_here, .body = body_enqueue },
	{ .name = "enqueue/cold", ONE, .per = "enqueue",
	  .summary = "one, where another core used the queue last",
	  .reset = use_there, .body = body_enqueue },
	{ .name = "dequeue/warm", ONE, .per = "dequeue",
	  .summary = "one, where this core used the queue last",
	  .reset = use_here, .body = body_dequeue },
	{ .name = "dequeue/cold", ONE, .per = "dequeue",
	  .summary = "one, where another core used the queue last",
	  .reset = use_there, .body = body_dequeue },
	{ .name = "lock", .per = "acquire + release",
	  .summary = "the lock of the work queue, nobody else at it",
	  .most_cores = 1, .least_batch = 2, .unfit = no_lock,
	  .setup = setup_lock, .validate = validate_lock,
	  .property = LOCK_PROPERTY, .body = body_lock },
	{ .name = "copy", .per = "item in and out",
	  .summary = "an item into a ring and out again, without a lock",
	  .most_cores = 1, .least_batch = 2, .full_only = true,
	  .setup = setup_ring, .validate = validate_copy,
	  .property = "all that went in came out", .body = body_copy },
};
ROWS(workqueue, rows);
