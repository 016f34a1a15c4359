/* SPDX-License-Identifier: MIT */
/* Our scheduler on one core: a yield, a spawn. */
#include "peers/peers.h"

#include "sched/sched.h"

#define YIELDS 5000u
#define SPAWNS 2000u
#define CROWD 100u

/* ---- rows ---------------------------------------------------------------- */

static void pass(void *turns)
{
	for (uint32_t i = 0; i < *(uint32_t *)turns; i++)
		sched_pass();
}

/* Two fibers give way to each other, through the run queue. */
static void yield(void *result)
{
	uint32_t turns = YIELDS;
	struct join join;

	join_init(&join);
	if (!sched_spawn(pass, &turns, &join))
		return;
	uint64_t begin = peers_now();
	pass(&turns);
	sched_join(&join);
	*(double *)result = (double)(peers_now() - begin) / (2 * YIELDS);
}

static void nothing(void *unused)
{
	(void)unused;
}

static void spawn_n(uint32_t n)
{
	struct join join;

	join_init(&join);
	for (uint32_t i = 0; i < n; i++)
		sched_spawn(nothing, NULL, &join);
	sched_join(&join);
}

static void spawn_one(void *result)
{
	spawn_n(1); /* from here on there is a stack in the pool */
	*(double *)result = PEERS_TIME(SPAWNS, spawn_n(1););
}

static void spawn_crowd(void *result)
{
	spawn_n(CROWD);
	*(double *)result = PEERS_TIME(SPAWNS / CROWD, spawn_n(CROWD);) / CROWD;
}

/* row->of: struct body, what the run's main fiber does. */
struct body {
	void (*run)(void *result);
};

static double measure(const struct peers_row *row)
{
	const struct body *body = row->of;
	double result = -1;

	return sched_run(1, body->run, &result) ? result : -1;
}

void peers_ours_sched(void)
{
	static const struct {
		const char *row;
		struct body body;
	} rows[] = {
		{ "fiber yield", { yield } },
		{ "fiber spawn + join", { spawn_one } },
		{ "fiber spawn, 100 to a join", { spawn_crowd } },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		peers_add((struct peers_row){ .row = rows[i].row,
			.who = "ours/sched", .floor = PEERS_CALL,
			.measure = measure, .of = &rows[i].body });
}
