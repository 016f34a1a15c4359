/* SPDX-License-Identifier: MIT */
/*
 * What a fiber's life costs on its own core, one at a time and many at once:
 * where spawn and yield are inlined (experiment `switch`), and behind calls
 * (experiment `spawn`).
 */
#include "bench/bench.h"
#include "bench/harness/fibers.h"
#include "kernel/machine.h"
#include "sched/run/inline_calls.h"
#include "sched/sched.h"

#define MANY 128u             /* spawned, then run, then joined */
#define BATCH 16u             /* at least, of those one at a time */
#define CHECKED_SPAWNS 1024u  /* a multiple of it */

struct lives {
	uint64_t ran;
	bool wrong;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup_lives(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct lives));
	if (!cell->state)
		return false;
	if (cell->variant->least_batch == MANY)
		cell->trouble = fibers_trouble(MANY);
	return !cell->trouble;
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

/* ---- validation --------------------------------------------------------- */

/* After each turn exactly those that were spawned have run. */
static void check_lives(void *arg)
{
	struct cell *cell = arg;
	struct lives *s = cell->state;
	uint32_t step = cell->variant->least_batch ?
			cell->variant->least_batch : 1;

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

/* ---- rows --------------------------------------------------------------- */

#define ONCE "each fiber runs once"
#define ONCE_HERE "each fiber runs once, where it is to"

#define HERE                                                                 \
	.stage = STAGE_FIBER, .most_cores = 1, .setup = setup_lives,         \
	.validate = validate_lives

static const struct variant inlined[] = {
	{
		.name = "spawn", .per = "spawn + run + end",
		.summary = "create a fiber on a pooled stack, run it, end it",
		HERE, .property = ONCE, .body = body_spawn,
		.least_batch = BATCH,
	}, {
		.name = "spawn/many", .per = "spawn + run + end",
		.summary = "create 128 fibers, then run them to their ends",
		HERE, .property = ONCE, .body = body_many,
		.least_batch = MANY, .full_only = true,
	}, {
		.name = "join", .per = "spawn + run + end + join",
		.summary = "create a fiber and wait for its end",
		HERE, .property = ONCE, .body = body_join,
	}, {
		.name = "join/many", .per = "spawn + run + end",
		.summary = "create 128 fibers and wait for the end of all",
		HERE, .property = ONCE, .body = body_join_many,
		.least_batch = MANY,
	},
};

static const struct variant called[] = {
	{
		.name = "spawn", .per = "spawn + run + end",
		.summary = "create a fiber on a pooled stack, run it, end it",
		HERE, .property = ONCE_HERE, .body = body_spawn_call,
		.full_only = true,
	}, {
		.name = "spawn/join", .per = "spawn + run + end + join",
		.summary = "the same, waiting for the end by a join",
		HERE, .property = ONCE_HERE, .body = body_join_call,
		.full_only = true,
	},
};

ROWS(switch, inlined);
ROWS(spawn, called);
