/* SPDX-License-Identifier: MIT */
/*
 * Work stealing: each core has a deque of its own, into which the tasks go
 * that are submitted there, and a core without work steals from the others.
 * deque_team.h says how, and what it costs. Order: none.
 */
#include "kernel/assert.h"
#include "sched/executor/deque_team.h"
#include "sched/executor/executor.h"

struct steal_executor {
	struct deque_team s;
	void (*root)(void *executor, void *arg);
	void *root_arg;
};

static size_t steal_bytes(unsigned cores, const struct executor_options *o)
{
	return deque_team_bytes(cores, o);
}

static bool steal_init(void *executor, void *memory, unsigned cores,
			 const struct executor_options *o)
{
	struct steal_executor *e = executor;

	deque_team_init(&e->s, memory, cores, o);
	return true;
}

static void worker(unsigned core, void *arg)
{
	struct steal_executor *e = arg;

	team_arrived(core);
	if (core == 0) {
		e->root(e, e->root_arg);
		team_root_done(&e->s.team);
	}
	deque_team_work(&e->s, core);
}

static void steal_run(void *executor,
			void (*root)(void *executor, void *arg), void *arg)
{
	struct steal_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
	e->root = root;
	e->root_arg = arg;
	deque_team_begin(&e->s, e->s.team.cores);
	machine_run(e->s.team.cores, worker, e);
}

static void steal_submit(void *executor, struct work task)
{
	struct steal_executor *e = executor;

	deque_team_submit(&e->s, machine_core(), task);
}

static const struct executor_stats *steal_stats(void *executor,
						  unsigned worker)
{
	struct steal_executor *e = executor;

	return &e->s.team.worker[worker].stats;
}

static unsigned steal_workers(void *executor)
{
	struct steal_executor *e = executor;

	return team_workers(&e->s.team);
}

EXECUTOR(steal, "a deque for each core; one without work steals", true);
