/* SPDX-License-Identifier: MIT */
/*
 * One queue for all workers: the plain pool that every textbook has, by
 * default a ring under a back-off lock; options->lock and options->queue
 * choose another (sched/queue/shared.h).
 *
 * Cost: for each task two acquisitions of one lock and a fence to submit. The
 * line of the lock and the indices goes from core to core once a burst, under
 * a fair lock once a task; the slots' lines for each fourth.
 *
 * Root that finds the queue full takes from it like every other worker.
 */
#include "kernel/assert.h"
#include "sched/executor/executor.h"
#include "sched/executor/team.h"
#include "sched/queue/shared.h"

#define SHARED_CAPACITY 1024u

struct shared_executor {
	struct team team __attribute__((aligned(MACHINE_LINE_PAIR)));
	void (*root)(void *executor, void *arg);
	void *root_arg;

	struct shared_queue queue;
};

static uint32_t capacity_of(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : SHARED_CAPACITY;
}

/* ---- workers ------------------------------------------------------------- */

static bool run_one_task(struct shared_executor *e, unsigned core)
{
	struct work task;

	if (!shared_queue_pop(&e->queue, &task))
		return false;
	task.run(task.arg);
	team_ran(&e->team, core, 1);
	return true;
}

static bool shared_any(void *executor, unsigned core)
{
	struct shared_executor *e = executor;

	(void)core;
	return !shared_queue_looks_empty(&e->queue);
}

static void worker(unsigned core, void *arg)
{
	struct shared_executor *e = arg;
	struct team_search search = { 0 };

	if (core == 0) {
		e->root(e, e->root_arg);
		team_root_done(&e->team);
	}
	while (!team_over(&e->team))
		if (!run_one_task(e, core))
			team_search(&e->team, core, &search);
		else if (search.rounds)
			team_found(&e->team, core, &search);
}

/* Root makes room by working itself. */
static void wait_for_room(struct shared_executor *e, struct work task)
{
	do {
		e->team.in_task = true;
		if (!run_one_task(e, 0))
			cpu_relax();
		e->team.in_task = false;
	} while (!shared_queue_push(&e->queue, task));
}

static void shared_submit(void *executor, struct work task)
{
	struct shared_executor *e = executor;
	unsigned core = machine_core();

	team_submitted(&e->team, core);
	if (__builtin_expect(!shared_queue_push(&e->queue, task), 0)) {
		if (!team_is_root(&e->team, core)) {
			team_run_inline(&e->team, core, task);
			return;
		}
		wait_for_room(e, task);
	}
	team_offer(&e->team);
}

/* ---- the interface ------------------------------------------------------- */

static const struct lock_kind *lock_of(const struct executor_options *o)
{
	return o ? o->lock : NULL;
}

static const struct queue_kind *queue_of(const struct executor_options *o)
{
	return o ? o->queue : NULL;
}

static size_t shared_bytes(unsigned cores, const struct executor_options *o)
{
	return team_bytes(cores) +
	       shared_queue_bytes(lock_of(o), queue_of(o), capacity_of(o));
}

static bool shared_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	struct shared_executor *e = executor;

	if (shared_queue_unfit(lock_of(o), queue_of(o)))
		return false;
	*e = (struct shared_executor){ .root = NULL };
	team_init(&e->team, memory, cores, e, shared_any);
	shared_queue_init(&e->queue, (uint8_t *)memory + team_bytes(cores),
			  lock_of(o), queue_of(o), capacity_of(o));
	return true;
}

static void shared_run(void *executor,
		       void (*root)(void *executor, void *arg), void *arg)
{
	struct shared_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
	e->root = root;
	e->root_arg = arg;
	team_begin(&e->team, e->team.cores);
	machine_run(e->team.cores, worker, e);
}

static const struct executor_stats *shared_stats(void *executor,
						 unsigned worker)
{
	struct shared_executor *e = executor;

	return &e->team.worker[worker].stats;
}

static unsigned shared_workers(void *executor)
{
	struct shared_executor *e = executor;

	return team_workers(&e->team);
}

EXECUTOR(shared, "one locked queue for all cores", true);
