/* SPDX-License-Identifier: MIT */
/*
 * One operation, where the core itself used the queue last, and where another
 * core did: then the lines of lock, indices and slot lie in that one's cache.
 * What the two differ by is what the lines' way costs. Core 1 is the other one;
 * it works on the queue between two samples alone.
 */
#include "bench/bench.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "kernel/machine.h"
#include "sched/sched.h"

#define TURNS 8u /* pairs before a sample: two lines of slots */

struct state {
	struct shared_queue *queue;
	/* atomic: core 0 waits for the other to use the queue */
	uint32_t asked __attribute__((aligned(MACHINE_LINE_PAIR)));
};

static bool make(struct cell *cell)
{
	struct state *s = cell->state = bench_scratch(sizeof(*s));

	cell->capacity = SCHED_QUEUE_CAPACITY;
	if (s)
		s->queue = workqueue_make(cell->capacity);
	return s && s->queue;
}

/* ---- before each sample ---------------------------------------------------- */

static void use_before_enqueue(struct state *s)
{
	workqueue_dequeue(s->queue, 1);
	workqueue_pair(s->queue, TURNS);
}

static void use_before_dequeue(struct state *s)
{
	workqueue_enqueue(s->queue, 1);
	workqueue_pair(s->queue, TURNS);
}

/* What the first sample's reset takes out. */
static void put_one(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	if (!core)
		workqueue_enqueue(s->queue, 1);
}

typedef void use_fn(struct state *s);

static void use_here(struct cell *cell, unsigned core)
{
	use_fn *const *use = cell->variant->what;

	(void)core;
	(*use)(cell->state);
}

static void use_there(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	/* R1: pairs with A1 in partner(). */
	atomic_store_release(&s->asked, 1);
	/* A2: pairs with R2 in partner(). */
	while (atomic_load_acquire(&s->asked))
		cpu_relax();
}

static void partner(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	while (!bench_stopped(cell)) {
		/* A1: pairs with R1 in use_there(). */
		if (!atomic_load_acquire(&s->asked)) {
			cpu_relax();
			continue;
		}
		use_here(cell, core);
		/* R2: pairs with A2 in use_there(). */
		atomic_store_release(&s->asked, 0);
	}
}

static void empty(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;
	struct work work;

	(void)core;
	while (shared_queue_pop(s->queue, &work))
		;
}

/* ---- timed ------------------------------------------------------------------ */

__attribute__((noinline)) static void enqueue_one(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	workqueue_enqueue(s->queue, count);
}

__attribute__((noinline)) static void dequeue_one(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	workqueue_dequeue(s->queue, count);
}

/* ---- rows ------------------------------------------------------------------- */

static use_fn *const before_enqueue = use_before_enqueue;
static use_fn *const before_dequeue = use_before_dequeue;

#define ENQUEUE                                                              \
	.per = "enqueue", .what = &before_enqueue, .enter = put_one,         \
	.body = enqueue_one
#define DEQUEUE                                                              \
	.per = "dequeue", .what = &before_dequeue, .body = dequeue_one
#define ONE                                                                  \
	.primitive = WORKQUEUE, .setup = make,                               \
	.validate = workqueue_validate, .property = QUEUE_PROPERTY,          \
	.partner = partner, .tidy = empty, .least_cores = 2,                 \
	.most_cores = 2, .most_batch = 1, .full_only = true

static const struct variant rows[] = {
	{ .name = "enqueue/warm", .reset = use_here, ENQUEUE, ONE,
	  .summary = "one, where this core used the queue last" },
	{ .name = "enqueue/cold", .reset = use_there, ENQUEUE, ONE,
	  .summary = "one, where another core used the queue last" },
	{ .name = "dequeue/warm", .reset = use_here, DEQUEUE, ONE,
	  .summary = "one, where this core used the queue last" },
	{ .name = "dequeue/cold", .reset = use_there, DEQUEUE, ONE,
	  .summary = "one, where another core used the queue last" },
};
ROWS(workqueue, rows);
