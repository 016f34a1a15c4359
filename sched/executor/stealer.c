/* SPDX-License-Identifier: MIT */
/*
 * Work stealing: each core has a deque of its own, into which the tasks go
 * that are submitted there, and who runs dry robs the others. See stealing.h
 * for how, and for what it costs. Order: none.
 */
#include "kernel/assert.h"
#include "sched/executor/executor.h"
#include "sched/executor/stealing.h"

struct stealer_executor {
	struct stealing s;
	void (*root)(void *executor, void *arg);
	void *root_arg;
};

static size_t stealer_bytes(unsigned cores, const struct executor_options *o)
{
	return stealing_bytes(cores, o);
}

static bool stealer_init(void *executor, void *memory, unsigned cores,
			 const struct executor_options *o)
{
	struct stealer_executor *e = executor;

	stealing_init(&e->s, memory, cores, o);
	return true;
}

static void work(unsigned core, void *arg)
{
	struct stealer_executor *e = arg;

	if (core == 0) {
		e->root(e, e->root_arg);
		team_root_done(&e->s.team);
	}
	stealing_work(&e->s, core);
}

static void stealer_run(void *executor,
			void (*root)(void *executor, void *arg), void *arg)
{
	struct stealer_executor *e = executor;

	ASSERT_TIMED(machine_core() == 0);
	e->root = root;
	e->root_arg = arg;
	stealing_begin(&e->s, e->s.team.cores);
	machine_run(e->s.team.cores, work, e);
}

static void stealer_submit(void *executor, struct work task)
{
	struct stealer_executor *e = executor;

	stealing_submit(&e->s, machine_core(), task);
}

static const struct executor_stats *stealer_stats(void *executor,
						  unsigned worker)
{
	struct stealer_executor *e = executor;

	return &e->s.team.worker[worker].stats;
}

static unsigned stealer_workers(void *executor)
{
	struct stealer_executor *e = executor;

	return team_workers(&e->s.team);
}

EXECUTOR_AS(stealer, "steal",
	    "a deque for each core; a dry core robs another", true);
