/* SPDX-License-Identifier: MIT */
/*
 * Do thousands of sleeping fibers slow a working core down? One task on core 0,
 * in slices, alone and beside sleepers on every core, in turn.
 */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/report/progress.h"
#include "bench/samples/scratch.h"
#include "bench/stats/stats.h"
#include "bench/experiments/threads/threads.h"
#include "bench/experiments/threads/fibers.h"
#include "bench/harness/trial_old.h"
#include "kernel/atomic.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define SLEEPERS_FULL 6000u  /* the published number */
#define SLEEPERS_QUICK 600u
#define PAIRS_FULL 9u
#define PAIRS_QUICK 3u

/* Sleepers sleep so many tasks long from the last one's beginning. */
#define TASKS_ASLEEP 4u

static struct {
	const struct threads_plan *plan;
	struct threads_run run;
	struct threads_task task;
	struct join join;
	unsigned each;    /* sleepers on each core */
	uint64_t until;
	uint32_t asleep;  /* atomic */
	bool wrong;       /* digits */
} night;

unsigned threads_asleep_wanted(const struct settings *settings)
{
	return settings->full ? SLEEPERS_FULL : SLEEPERS_QUICK;
}

static void sleep_long(void *arg)
{
	(void)arg;
	atomic_add_relaxed(&night.asleep, 1);
	sched_sleep_until(night.until);
}

static void put_to_bed(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < night.each; i++)
		if (!sched_spawn(sleep_long, NULL, &night.join))
			machine_panic("threads: the sleepers that fitted do "
				      "not fit");
}

static void work(void)
{
	struct threads_task *task = threads_begin(&night.run, 0, 0);

	threads_step(&night.run, task, sched_pass_due);
}

static void one_night(void *arg)
{
	unsigned cores = sched_cores();

	(void)arg;
	join_init(&night.join);
	night.until = tsc_read() + TASKS_ASLEEP * night.plan->cpu +
		      night.plan->sleep;
	for (unsigned core = 1; core < cores; core++)
		if (!sched_spawn_on(core, put_to_bed, NULL, &night.join))
			machine_panic("no memory for a fiber on each core");
	put_to_bed(NULL);
	while (atomic_load_relaxed(&night.asleep) < cores * night.each) {
		cpu_relax(); /* cores that share a host's make their beds */
		sched_pass_due();
	}
	work();
	sched_join(&night.join);
}

/* Ticks of the task beside so many sleepers on each core. */
static uint64_t ticks_beside(unsigned each)
{
	night.each = each;
	night.asleep = 0;
	night.run.left = 1;
	if (!sched_run(night.plan->cores, one_night, NULL))
		machine_panic("no memory for the scheduler");
	old_progress("threads", "asleep", 0);
	night.wrong |= !night.task.right;
	return night.task.busy;
}

static void compare(struct threads_asleep *asleep, unsigned each,
		    unsigned pairs)
{
	static int64_t alone[PAIRS_FULL], beside[PAIRS_FULL];

	for (unsigned i = 0; i < pairs; i++) {
		alone[i] = (int64_t)ticks_beside(0);
		beside[i] = (int64_t)ticks_beside(each);
	}
	asleep->alone = (uint64_t)stats_median(alone, pairs); /* sorts them */
	asleep->beside = (uint64_t)stats_median(beside, pairs);
	asleep->spread = (uint64_t)(alone[pairs - 1] - alone[0]);
	asleep->wrong = night.wrong;
}

bool threads_asleep(const struct threads_plan *plan,
		    struct threads_asleep *asleep)
{
	static const struct threads_design none = { .name = "asleep" };
	unsigned cores = plan->cores, each, most;
	bool full = plan->settings->full && !timeshared();

	asleep->wanted = threads_asleep_wanted(plan->settings);
	each = (asleep->wanted + cores - 1) / cores;
	most = threads_reserve(cores, each * cores);
	if (most < each * cores) /* and one for each that puts them to bed */
		each = most / cores > 2 ? most / cores - 2 : 0;
	asleep->sleepers = each * cores;
	scratch_empty();
	night.plan = plan;
	night.run = (struct threads_run){
		.design = &none, .cores = cores, .tasks = 1, .steps = 1,
		.slice = plan->slice, .decimals = plan->decimals,
		.checksum = plan->checksum, .task = &night.task,
		.words = bench_scratch(spigot_words(plan->decimals) *
				       sizeof(uint32_t)),
	};
	if (!each || !night.run.words)
		return false;
	compare(asleep, each, full ? PAIRS_FULL : PAIRS_QUICK);
	return true;
}
