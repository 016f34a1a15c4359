/* SPDX-License-Identifier: MIT */
/*
 * The plain loop: core 0 collects the pairs in a ring and calls one after the
 * other. What every other executor has to beat, so it is as good as it can
 * be: no atomics, the ring stays in the L1 cache.
 *
 * Cost and order: as of one core's own ring (sched/queue/ring.h), but for what a
 * task submits while the ring is full: that is run at once.
 */
#include "kernel/assert.h"
#include "sched/executor/executor.h"
#include "sched/queue/ring.h"

#define LOOP_CAPACITY 512u

struct loop_executor {
	struct executor_stats stats;
	struct buffer own;
	bool in_task;
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
	*e = (struct loop_executor){ .in_task = false };
	buffer_init(&e->own, memory, capacity);
	return true;
}

/* Until nothing is left, tasks' tasks included. */
static void loop_drain(struct loop_executor *e)
{
	uint32_t n;

	e->in_task = true;
	while ((n = buffer_own_size(&e->own))) {
		buffer_own_run(&e->own, n);
		e->stats.tasks += n;
	}
	e->in_task = false;
}

/* Out of line: then a submission saves no registers. */
static __attribute__((noinline)) void
loop_full(struct loop_executor *e, struct work task)
{
	if (e->in_task) {
		e->stats.inline_runs++;
		task.run(task.arg);
		e->stats.tasks++;
		return;
	}
	loop_drain(e);
	buffer_own_push(&e->own, task);
}

static void loop_submit(void *executor, struct work task)
{
	struct loop_executor *e = executor;

	e->stats.submits++;
	if (__builtin_expect(buffer_own_full(&e->own), 0))
		loop_full(e, task);
	else
		buffer_own_push(&e->own, task);
}

static void loop_run(void *executor, void (*root)(void *executor, void *arg),
		     void *arg)
{
	struct loop_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
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
