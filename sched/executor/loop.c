/* SPDX-License-Identifier: MIT */
/*
 * The plain loop: core 0 collects the pairs in a ring and calls one after the
 * other. What every other executor has to beat, so it is as good as it can
 * be: no atomics, the ring stays in the L1 cache.
 *
 * Cost: some stores and an indirect call a task. Order: first come, first served,
 * but for what a task submits while the ring is full.
 */
#include "kernel/assert.h"
#include "sched/executor/executor.h"

#define LOOP_CAPACITY 512u

struct loop_executor {
	struct executor_stats stats;
	uint32_t head, tail, mask; /* run freely */
	bool in_task;
	struct work *slot;
};

static size_t loop_bytes(unsigned cores, const struct executor_options *o)
{
	(void)cores;
	return (o && o->capacity ? o->capacity : LOOP_CAPACITY) *
	       sizeof(struct work);
}

static bool loop_init(void *executor, void *memory, unsigned cores,
		      const struct executor_options *o)
{
	struct loop_executor *e = executor;
	uint32_t capacity = o && o->capacity ? o->capacity : LOOP_CAPACITY;

	(void)cores;
	*e = (struct loop_executor){ .mask = capacity - 1, .slot = memory };
	return true;
}

/* Until nothing is left, tasks' tasks included. A task's slot is free before
 * it runs: what it submits in its own place never finds the ring full. */
static void loop_drain(struct loop_executor *e)
{
	e->in_task = true;
	while (e->head != e->tail) {
		struct work task = e->slot[e->head & e->mask];

		e->head++;
		e->stats.tasks++;
		task.run(task.arg);
	}
	e->in_task = false;
}

static void loop_full(struct loop_executor *e, struct work task)
{
	if (e->in_task) {
		e->stats.inline_runs++;
		task.run(task.arg);
		e->stats.tasks++;
		return;
	}
	loop_drain(e);
	e->slot[e->tail++ & e->mask] = task;
}

static void loop_submit(void *executor, struct work task)
{
	struct loop_executor *e = executor;

	e->stats.submits++;
	if (__builtin_expect(e->tail - e->head > e->mask, 0))
		loop_full(e, task);
	else
		e->slot[e->tail++ & e->mask] = task;
}

static void loop_submit_many(void *executor, const struct work *tasks,
			     size_t n)
{
	for (size_t i = 0; i < n; i++)
		loop_submit(executor, tasks[i]);
}

static void loop_run(void *executor, void (*root)(void *executor, void *arg),
		     void *arg)
{
	struct loop_executor *e = executor;

	ASSERT(machine_core() == 0);
	e->stats = (struct executor_stats){ 0 };
	root(e, arg);
	loop_drain(e);
}

static const struct executor_stats *loop_stats(void *executor,
					       unsigned worker)
{
	static const struct executor_stats none;
	struct loop_executor *e = executor;

	return worker ? &none : &e->stats;
}

static unsigned loop_workers(void *executor)
{
	struct loop_executor *e = executor;

	return e->stats.tasks != 0;
}

EXECUTOR(loop, "core 0 calls one task after the other", false);
