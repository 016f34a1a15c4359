/* SPDX-License-Identifier: MIT */
/*
 * What it costs to create a fiber, have it run, and see it end: on its own core,
 * one at a time and many at once, where spawn and yield are inlined (experiment
 * `switch`) and behind calls (experiment `spawn`); on another core, and on
 * whichever core takes it from the shared queue.
 */
#include "bench/bench.h"
#include "bench/harness/fibers.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/run/inline_calls.h"
#include "sched/sched.h"

#define MANY 128u             /* spawned, then run, then joined */
#define BATCH 16u             /* at least, of those one at a time */
#define CHECKED_SPAWNS 1024u  /* a multiple of it */
#define CHECKED_AWAY 100u     /* each may wait for a core to wake */
#define CHECKED_SLEEP_US 500u

struct lives {
	uint64_t ran;            /* fibers; atomic where cores are several */
	bool wrong;
	struct fiber *waiter;    /* of the work submitted */
	unsigned next;           /* core to spawn on */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup_lives(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct lives));
	if (cell->state && cell->variant->least_batch == MANY)
		cell->trouble = fibers_trouble(MANY);
	return cell->state && !cell->trouble;
}

static void count_life(void *arg)
{
	((struct lives *)arg)->ran++;
}

/* ---- inlined ------------------------------------------------------------ */

/* The child is the only other fiber: one yield runs it to its end. */
__attribute__((noinline)) static void body_spawn(struct cell *cell,
						 unsigned core, uint64_t count)
{
	void *state = cell->state;

	(void)core;
	while (count--) {
		sched_spawn_inline(count_life, state, NULL);
		sched_pass_inline();
	}
}

/* One yield runs all of them. */
__attribute__((noinline)) static void body_many(struct cell *cell,
						unsigned core, uint64_t count)
{
	void *state = cell->state;

	(void)core;
	for (; count; count -= MANY) {
		for (unsigned i = 0; i < MANY; i++)
			sched_spawn_inline(count_life, state, NULL);
		sched_pass_inline();
	}
}

__attribute__((noinline)) static void body_join(struct cell *cell,
						unsigned core, uint64_t count)
{
	void *state = cell->state;
	struct join join;

	(void)core;
	while (count--) {
		join_init(&join);
		sched_spawn_inline(count_life, state, &join);
		sched_join(&join);
	}
}

__attribute__((noinline)) static void body_join_many(struct cell *cell,
						     unsigned core,
						     uint64_t count)
{
	void *state = cell->state;
	struct join join;

	(void)core;
	for (; count; count -= MANY) {
		join_init(&join);
		for (unsigned i = 0; i < MANY; i++)
			sched_spawn_inline(count_life, state, &join);
		sched_join(&join);
	}
}

/* ---- behind calls ------------------------------------------------------- */

__attribute__((noinline)) static void body_spawn_call(struct cell *cell,
						      unsigned core,
						      uint64_t count)
{
	(void)core;
	while (count--) {
		sched_spawn(count_life, cell->state, NULL);
		sched_pass();
	}
}

__attribute__((noinline)) static void body_join_call(struct cell *cell,
						     unsigned core,
						     uint64_t count)
{
	struct join join;

	(void)core;
	while (count--) {
		join_init(&join);
		sched_spawn(count_life, cell->state, &join);
		sched_join(&join);
	}
}

/* ---- on another core, on any ------------------------------------------- */

static void child_away(void *arg)
{
	atomic_add_relaxed(&((struct lives *)arg)->ran, 1);
}

/* Every other core in turn; each time a wake there and a wake back. */
__attribute__((noinline)) static void body_remote(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct lives *s = cell->state;
	struct join join;

	(void)core;
	while (count--) {
		s->next = s->next % (cell->cores - 1) + 1;
		join_init(&join);
		sched_spawn_on(s->next, child_away, s, &join);
		sched_join(&join);
	}
}

static void child_submitted(void *arg)
{
	struct lives *s = arg;

	atomic_add_acq_rel(&s->ran, 1); /* R1: pairs with A1 */
	sched_wake(s->waiter);
}

__attribute__((noinline)) static void body_submit(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct lives *s = cell->state;
	struct work work = { child_submitted, s };

	(void)core;
	s->waiter = sched_self();
	while (count--) {
		uint64_t before = atomic_load_relaxed(&s->ran);

		sched_submit(work); /* one at a time: it cannot be full */
		/* A1: pairs with R1 in child_submitted(). */
		while (atomic_load_acquire(&s->ran) == before)
			sched_block();
	}
}

/* ---- validation --------------------------------------------------------- */

/* After each turn exactly those that were spawned have run. */
static void check_lives(void *arg)
{
	struct cell *cell = arg;
	struct lives *s = cell->state;
	uint32_t step = cell->variant->least_batch ?: 1;

	for (uint64_t n = 0; n < CHECKED_SPAWNS; n += step) {
		cell->variant->body(cell, 0, step);
		s->wrong |= s->ran != n + step;
	}
}

static bool validate_lives(struct cell *cell)
{
	struct lives *s = cell->state;

	cell->checked = CHECKED_SPAWNS;
	return sched_run(1, check_lives, cell) && !s->wrong &&
	       s->ran == CHECKED_SPAWNS;
}

/* Asleep on one core while the others work: neither may lose the other. */
static void check_away(void *arg)
{
	struct cell *cell = arg;
	struct lives *s = cell->state;
	uint64_t until = tsc_read() + 2 * ticks_of_us(CHECKED_SLEEP_US);

	cell->variant->body(cell, 0, CHECKED_AWAY);
	sched_sleep_until(until);
	s->wrong = tsc_read() < until;
}

static bool validate_away(struct cell *cell)
{
	struct lives *s = cell->state;

	cell->checked = CHECKED_AWAY;
	return sched_run(cell->cores, check_away, cell) &&
	       s->ran == CHECKED_AWAY && !s->wrong;
}

/* ---- rows --------------------------------------------------------------- */

#define LIFE .stage = STAGE_FIBER, .setup = setup_lives
#define INLINED                                                              \
	LIFE, .most_cores = 1, .validate = validate_lives,                   \
	.property = "each fiber runs once"
#define CALLED                                                               \
	LIFE, .most_cores = 1, .validate = validate_lives,                   \
	.property = "each fiber runs once, where it is to", .full_only = true
#define AWAY                                                                 \
	LIFE, .validate = validate_away,                                     \
	.property = "each fiber runs once, where it is to"

static const struct variant inlined[] = {
	{ .name = "spawn", .per = "spawn + run + end", INLINED,
	  .summary = "create a fiber on a pooled stack, run it, end it",
	  .body = body_spawn, .least_batch = BATCH },
	{ .name = "spawn/many", .per = "spawn + run + end", INLINED,
	  .summary = "create 128 fibers, then run them to their ends",
	  .body = body_many, .least_batch = MANY, .full_only = true },
	{ .name = "join", .per = "spawn + run + end + join", INLINED,
	  .summary = "create a fiber and wait for its end",
	  .body = body_join },
	{ .name = "join/many", .per = "spawn + run + end", INLINED,
	  .summary = "create 128 fibers and wait for the end of all",
	  .body = body_join_many, .least_batch = MANY },
};
ROWS(switch, inlined);

static const struct variant called[] = {
	{ .name = "spawn", .per = "spawn + run + end", CALLED,
	  .summary = "create a fiber on a pooled stack, run it, end it",
	  .body = body_spawn_call },
	{ .name = "spawn/join", .per = "spawn + run + end + join", CALLED,
	  .summary = "the same, waiting for the end by a join",
	  .body = body_join_call },
	{ .name = "spawn/remote", .per = "spawn on another core + join", AWAY,
	  .summary = "the same on another core, which sleeps until then",
	  .least_cores = 2, .body = body_remote },
	{ .name = "spawn/submit", .per = "submit + run + wake", AWAY,
	  .summary = "hand work to the shared queue, wait for its wake",
	  .body = body_submit },
};
EXPERIMENT(spawn, called,
	   "what does it cost to create a fiber, run it and end it?",
	   .order = ORDER_PARTS);
