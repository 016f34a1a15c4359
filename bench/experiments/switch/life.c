/* SPDX-License-Identifier: MIT */
/*
 * What a fiber's life costs, where spawn and yield are inlined: one at a time,
 * and many at once. Experiment `spawn` has the same behind calls, and fibers
 * on other cores.
 */
#include "bench/bench.h"
#include "kernel/machine.h"
#include "sched/run/inline_calls.h"
#include "sched/sched.h"

#define MANY 128u             /* spawned, then run, then joined */
#define BATCH 16u             /* at least, of those one at a time */
#define CHECKED_SPAWNS 1024u  /* a multiple of it */

struct state {
	uint64_t ran;
	bool wrong;
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
	void *state = cell->state;

	(void)core;
	while (count--) {
		sched_spawn_inline(child, state, NULL);
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
			sched_spawn_inline(child, state, NULL);
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
		sched_spawn_inline(child, state, &join);
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
			sched_spawn_inline(child, state, &join);
		sched_join(&join);
	}
}

/* After each turn exactly those that were spawned have run. */
static void check(void *arg)
{
	struct cell *cell = arg;
	struct state *s = cell->state;
	uint32_t step = cell->variant->least_batch ?
			cell->variant->least_batch : 1;

	for (uint64_t n = 0; n < CHECKED_SPAWNS; n += step) {
		cell->variant->body(cell, 0, step);
		s->wrong |= s->ran != n + step;
	}
}

static bool validate(struct cell *cell)
{
	struct state *s = cell->state;

	cell->checked = CHECKED_SPAWNS;
	return sched_run(1, check, cell) && !s->wrong &&
	       s->ran == CHECKED_SPAWNS;
}

#define ONCE "each fiber runs once"

static const struct variant life[] = {
	{
		.name = "spawn", .per = "spawn + run + end",
		.summary = "create a fiber on a pooled stack, run it, end it",
		.stage = STAGE_FIBER, .most_cores = 1, .least_batch = BATCH,
		.setup = setup, .validate = validate, .property = ONCE,
		.body = body_spawn,
	}, {
		.name = "spawn/many", .per = "spawn + run + end",
		.summary = "create 128 fibers, then run them to their ends",
		.stage = STAGE_FIBER, .most_cores = 1, .setup = setup,
		.validate = validate, .property = ONCE,
		.body = body_many, .least_batch = MANY,
		.full_only = true,
	}, {
		.name = "join", .per = "spawn + run + end + join",
		.summary = "create a fiber and wait for its end",
		.stage = STAGE_FIBER, .most_cores = 1, .setup = setup,
		.validate = validate, .property = ONCE, .body = body_join,
	}, {
		.name = "join/many", .per = "spawn + run + end",
		.summary = "create 128 fibers and wait for the end of all",
		.stage = STAGE_FIBER, .most_cores = 1, .setup = setup,
		.validate = validate, .property = ONCE, .body = body_join_many,
		.least_batch = MANY,
	},
};

ROWS(switch, life);
