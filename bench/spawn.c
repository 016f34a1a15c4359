/* SPDX-License-Identifier: MIT */
/* What it costs to create a fiber, have it run, and see it end. */
#include "bench/bench.h"
#include "kernel/machine.h"
#include "sched/sched.h"

#define CHECKED_SPAWNS 1000u

struct state {
	uint64_t ran; /* fibers; one core, so a plain count */
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

static const struct variant variants[] = {
	{
		.name = "spawn", .per = "spawn + run + end",
		.summary = "create a fiber on a pooled stack, run it, end it",
		.stage = STAGE_FIBER, .most_cores = 1, .setup = setup,
		.validate = validate, .body = body_spawn,
	}, {
		.name = "spawn/join", .per = "spawn + run + end + join",
		.summary = "the same, waiting for the end by a join",
		.stage = STAGE_FIBER, .most_cores = 1, .setup = setup,
		.validate = validate, .body = body_join,
	},
};

EXPERIMENT(spawn, variants,
	   "what does it cost to create a fiber, run it and end it?");
