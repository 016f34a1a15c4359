/* SPDX-License-Identifier: MIT */
/*
 * What it costs to create a fiber, have it run, and see it end: here, on
 * another core, and on whichever core takes it from the shared queue.
 */
#include "bench/bench.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define CHECKED_SPAWNS 1000u
#define CHECKED_AWAY 100u   /* each may wait for a core to wake */
#define CHECKED_SLEEP_US 500u

struct state {
	uint64_t ran;            /* fibers; one core, so a plain count */
	uint64_t ran_away;       /* atomic: fibers on other cores */
	struct fiber *waiter;    /* of the work submitted */
	unsigned next;           /* core to spawn on */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct state));
	return cell->state;
}

static void child(void *arg)
{
	((struct state *)arg)->ran++;
}

/* The child is the only other fiber: one yield runs it to its end. */
__attribute__((noinline)) static void body_spawn(struct cell *cell,
						 unsigned core, uint64_t count)
{
	(void)core;
	while (count--) {
		sched_spawn(child, cell->state, NULL);
		sched_pass();
	}
}

__attribute__((noinline)) static void body_join(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct join join;

	(void)core;
	while (count--) {
		join_init(&join);
		sched_spawn(child, cell->state, &join);
		sched_join(&join);
	}
}

/* ---- on other cores ---------------------------------------------------- */

static void child_away(void *arg)
{
	atomic_add_relaxed(&((struct state *)arg)->ran_away, 1);
}

/* Every other core in turn; each time a wake there and a wake back. */
__attribute__((noinline)) static void body_remote(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct state *s = cell->state;
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
	struct state *s = arg;

	atomic_add_acq_rel(&s->ran_away, 1); /* R1: pairs with A1 */
	sched_wake(s->waiter);
}

__attribute__((noinline)) static void body_submit(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct state *s = cell->state;
	struct work work = { child_submitted, s };

	(void)core;
	s->waiter = sched_self();
	while (count--) {
		uint64_t before = atomic_load_relaxed(&s->ran_away);

		sched_submit(work); /* one at a time: it cannot be full */
		/* A1: pairs with R1 in child_submitted(). */
		while (atomic_load_acquire(&s->ran_away) == before)
			sched_block();
	}
}

/* Asleep on one core while the others work: neither may lose the other. */
static void check_away(void *arg)
{
	struct cell *cell = arg;
	struct state *s = cell->state;
	uint64_t ticks = ticks_of_us(CHECKED_SLEEP_US);
	uint64_t deadline = tsc_read() + ticks;

	cell->variant->body(cell, 0, CHECKED_AWAY);
	sched_sleep_until(deadline + ticks);
	if (tsc_read() >= deadline + ticks)
		s->ran++; /* it slept as long as it was told */
}

static bool validate_away(struct cell *cell)
{
	struct state *s = cell->state;

	cell->checked = CHECKED_AWAY;
	return sched_run(cell->cores, check_away, cell) &&
	       s->ran_away == CHECKED_AWAY && s->ran == 1;
}

/* ---- validation here ---------------------------------------------------- */

static void check(void *arg)
{
	struct cell *cell = arg;

	cell->variant->body(cell, 0, CHECKED_SPAWNS);
}

static bool validate(struct cell *cell)
{
	struct state *s = cell->state;

	cell->checked = CHECKED_SPAWNS;
	return sched_run(1, check, cell) && s->ran == CHECKED_SPAWNS;
}

#define ONCE "each fiber runs once, where it is to"

static const struct variant variants[] = {
	{
		.name = "spawn", .per = "spawn + run + end",
		.summary = "create a fiber on a pooled stack, run it, end it",
		.stage = STAGE_FIBER, .most_cores = 1, .full_only = true,
		.setup = setup, .validate = validate,
		.property = ONCE, .body = body_spawn,
	}, {
		.name = "spawn/join", .per = "spawn + run + end + join",
		.summary = "the same, waiting for the end by a join",
		.stage = STAGE_FIBER, .most_cores = 1, .full_only = true,
		.setup = setup, .validate = validate,
		.property = ONCE, .body = body_join,
	}, {
		.name = "spawn/remote", .per = "spawn on another core + join",
		.summary = "the same on another core, which sleeps until then",
		.stage = STAGE_FIBER, .least_cores = 2, .setup = setup,
		.validate = validate_away,
		.property = ONCE, .body = body_remote,
	}, {
		.name = "spawn/submit", .per = "submit + run + wake",
		.summary = "hand work to the shared queue, wait for its wake",
		.stage = STAGE_FIBER, .setup = setup,
		.validate = validate_away,
		.property = ONCE, .body = body_submit,
	},
};

EXPERIMENT(spawn, variants,
	   "what does it cost to create a fiber, run it and end it?");
