/* SPDX-License-Identifier: MIT */
/*
 * Do thousands of sleeping fibers slow a working core down? One task on core 0,
 * in slices, alone and beside sleepers on every core, in turn.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/conclusions/gate.h"
#include "bench/config/scale.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "kernel/atomic.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define SLEEPERS_FULL 6000u  /* the published number */
#define SLEEPERS_QUICK 600u

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

static void work_awake(void)
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
	work_awake();
	sched_join(&night.join);
}

/* Ticks of the task beside so many sleepers on each core. */
static int64_t ticks_beside(unsigned each)
{
	night.each = each;
	night.asleep = 0;
	night.run.left = 1;
	if (!sched_run(night.plan->cores, one_night, NULL))
		machine_panic("no memory for the scheduler");
	night.wrong |= !night.task.right;
	return (int64_t)night.task.busy;
}

struct nights {
	struct threads_asleep *asleep;
	unsigned each; /* sleepers on each core */
	struct history history[THREADS_NIGHTS];
};

static bool pass_night(void *of, unsigned subject, unsigned round)
{
	struct nights *n = of;
	struct history *history = &n->history[subject];
	int64_t ticks;

	do {
		history_begin(history, 1);
		ticks = ticks_beside(subject == THREADS_BESIDE ? n->each : 0);
	} while (!history_add(history, &ticks, 1));
	n->asleep->round[subject][round] = ticks;
	return true;
}

static void write_nights(const struct nights *n)
{
	for (unsigned s = 0; s < THREADS_NIGHTS; s++) {
		const struct param params[] = {
			{ "scale", (int64_t)scale_divisor() },
			{ "sleepers", s == THREADS_BESIDE ?
				      n->asleep->sleepers : 0 },
			{ NULL, 0 } };
		struct result of = { .key = { "threads", "asleep",
					      night.plan->cores, params } };

		result_of_history(&of, &n->history[s]);
		raw_judged(&of, n->asleep->round[s], n->asleep->rounds);
	}
}

static void compare_nights(struct threads_asleep *asleep, unsigned each,
			   unsigned rounds)
{
	static struct nights nights; /* too large for a stack */

	nights = (struct nights){ .asleep = asleep, .each = each };
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = THREADS_NIGHTS, .wanted = rounds },
		.pass = pass_night, .of = &nights }, &asleep->rounds);
	write_nights(&nights);
	for (unsigned s = 0; s < THREADS_NIGHTS; s++)
		for (unsigned r = 0; r < asleep->rounds; r++)
			if (nights.history[s].disturbed[r])
				asleep->round[s][r] = GATE_NO_ROUND;
	asleep->wrong = night.wrong;
}

bool threads_measure_asleep(const struct threads_plan *plan,
			    struct threads_asleep *asleep)
{
	static const struct threads_design none = { .name = "asleep" };
	unsigned cores = plan->cores, each, most;

	asleep->wanted = plan->settings->full ? SLEEPERS_FULL
						  : SLEEPERS_QUICK;
	each = (asleep->wanted + cores - 1) / cores;
	most = threads_reserve(cores, each * cores);
	if (most < each * cores) /* and one for each that puts them to bed */
		each = most / cores > 2 ? most / cores - 2 : 0;
	asleep->sleepers = each * cores;
	scratch_empty();
	trial_begin(&(struct record_key){ "threads", "asleep", cores, NULL });
	night.plan = plan;
	night.run = (struct threads_run){
		.design = &none, .cores = cores, .steps = 1,
		.slice = plan->slice, .decimals = plan->decimals,
		.checksum = plan->checksum, .task = &night.task,
		.words = bench_scratch(spigot_words(plan->decimals) *
				       sizeof(uint32_t)),
	};
	if (!each || !night.run.words)
		return false;
	compare_nights(asleep, each, threads_rounds(plan->settings));
	return true;
}
