/* SPDX-License-Identifier: MIT */
/*
 * One queue for all workers: the plain pool that every textbook has, by
 * default the work queue; options->lock and options->queue choose another
 * (sched/queue/shared.h). A worker takes several short tasks under one hold, as
 * pace.h says: they share the lines that bring them.
 *
 * Cost: for each task the tail's lock and a fence to submit, for each batch the
 * head's lock, the lines of the head and those of its slots.
 *
 * Root that finds the queue full takes from it like every other worker.
 */
#include "kernel/assert.h"
#include "kernel/tsc.h"
#include "sched/executor/executor.h"
#include "sched/executor/pace.h"
#include "sched/executor/team.h"
#include "sched/queue/shared.h"

#define SHARED_CAPACITY 1024u

/* A worker's own. */
struct shared_worker {
	struct pace pace;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct shared_executor {
	struct team team __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct shared_worker *worker; /* [cores] */
	uint64_t budget;
	void (*root)(void *executor, void *arg);
	void *root_arg;

	struct shared_queue queue;
};

static uint32_t capacity_of(const struct executor_options *o)
{
	return o && o->capacity ? o->capacity : SHARED_CAPACITY;
}

/* ---- workers ------------------------------------------------------------- */

static bool run_some_tasks(struct shared_executor *e, unsigned core)
{
	struct work task[PACE_SHARED_MOST];
	struct pace *pace = &e->worker[core].pace;
	uint32_t n = shared_queue_pop_bulk(&e->queue, task,
					   pace_shared_batch(pace));

	if (!n)
		return false;
	uint64_t since = tsc_read();
	for (uint32_t i = 0; i < n; i++)
		task[i].run(task[i].arg);
	pace_note(pace, tsc_read() - since, n);
	team_ran(&e->team, core, n);
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

	team_arrived(core);
	if (core == 0) {
		e->root(e, e->root_arg);
		team_root_done(&e->team);
	}
	while (!team_over(&e->team))
		if (!run_some_tasks(e, core))
			team_search(&e->team, core, &search);
		else if (search.rounds)
			team_found(&e->team, core, &search);
}

/* Root makes room by working itself. */
static void wait_for_room(struct shared_executor *e, struct work task)
{
	do {
		e->team.in_task = true;
		if (!run_some_tasks(e, 0))
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

static size_t workers_bytes(unsigned cores)
{
	return cores * sizeof(struct shared_worker);
}

static size_t shared_bytes(unsigned cores, const struct executor_options *o)
{
	return team_bytes(cores) + workers_bytes(cores) +
	       shared_queue_bytes(lock_of(o), queue_of(o), capacity_of(o));
}

__attribute__((cold))
static bool shared_init(void *executor, void *memory, unsigned cores,
			const struct executor_options *o)
{
	struct shared_executor *e = executor;
	uint8_t *rest = (uint8_t *)memory + team_bytes(cores);

	if (shared_queue_unfit(lock_of(o), queue_of(o)))
		return false;
	*e = (struct shared_executor){ .root = NULL };
	team_init(&e->team, memory, cores, e, shared_any);
	e->worker = (void *)rest;
	e->budget = pace_budget(o ? o->budget : 0);
	shared_queue_init(&e->queue, rest + workers_bytes(cores), lock_of(o),
			  queue_of(o), capacity_of(o));
	return true;
}

static void shared_run(void *executor,
		       void (*root)(void *executor, void *arg), void *arg)
{
	struct shared_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
	e->root = root;
	e->root_arg = arg;
	for (unsigned i = 0; i < e->team.cores; i++)
		pace_init(&e->worker[i].pace, e->budget);
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
