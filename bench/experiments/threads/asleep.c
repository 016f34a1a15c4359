/* SPDX-License-Identifier: MIT */
/*
 * Do thousands of sleeping fibers slow a working core down? One task on core 0,
 * in slices, alone and beside sleepers on every core, in turn: those that sleep
 * on, those that all wake at once, and those that wake at random times.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/conditions/disturbed.h"
#include "bench/config/scale.h"
#include "bench/harness/raw.h"
#include "bench/harness/trial.h"
#include "bench/report/quantity.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "kernel/atomic.h"
#include "kernel/minmax.h"
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
	enum threads_night kind;
	unsigned each;    /* sleepers on each core */
	uint64_t begin;   /* time stamp: the task's, where they wake beside it */
	uint64_t until;   /* the others sleep */
	uint64_t bedtime; /* longest that it took to put them to bed; ticks */
	uint32_t asleep;  /* atomic */
	bool missed;      /* the task began too late for those that woke */
	bool wrong;       /* digits */
	uint64_t late[MACHINE_MAX_CORES]; /* longest that one overslept there */
} night;

static bool wake_beside(void)
{
	return night.kind == THREADS_ONCE || night.kind == THREADS_RANDOM;
}

/* ---- sleepers ----------------------------------------------------------- */

/* 0 .. 65535, without an order (the finalizer of MurmurHash3; Appleby, public
 * domain). The same in each round. */
static uint64_t scatter(uint64_t index)
{
	index = (index + 1) * 0xff51afd7ed558ccdull;
	index = (index ^ index >> 33) * 0xc4ceb9fe1a85ec53ull;
	return index >> 48;
}

/* While the task alone would take: in its middle, or anywhere. */
static uint64_t time_to_wake(uint64_t index)
{
	if (!wake_beside())
		return night.until;
	return night.begin + (night.kind == THREADS_ONCE ? night.plan->cpu / 2 :
			      night.plan->cpu * scatter(index) >> 16);
}

static void sleep_long(void *arg)
{
	uint64_t until = time_to_wake((uintptr_t)arg);
	uint64_t *late = &night.late[machine_core()];

	atomic_add_relaxed(&night.asleep, 1);
	sched_sleep_until(until);
	*late = max_u64(*late, above_u64(tsc_read(), until));
}

static void put_to_bed(void *arg)
{
	unsigned core = machine_core();

	(void)arg;
	night.late[core] = 0;
	for (uintptr_t i = 0; i < night.each; i++)
		if (!sched_spawn(sleep_long,
				 (void *)(core * (uintptr_t)night.each + i),
				 &night.join))
			machine_panic("threads: the sleepers that fitted do "
				      "not fit");
}

/* ---- the task beside them ----------------------------------------------- */

static void work_awake(void)
{
	struct threads_task *task;

	night.missed = wake_beside() && tsc_read() > night.begin;
	if (wake_beside() && !night.missed)
		sched_sleep_until(night.begin);
	task = threads_begin(&night.run, 0, 0);
	threads_step(&night.run, task, sched_pass_due);
}

/* When they wake is said before they go to bed. */
static void set_clocks(uint64_t now)
{
	night.until = now + TASKS_ASLEEP * night.plan->cpu + night.plan->sleep;
	night.begin = now + 2 * night.bedtime + night.plan->sleep;
}

static void one_night(void *arg)
{
	unsigned cores = sched_cores();
	uint64_t since = tsc_read();

	(void)arg;
	join_init(&night.join);
	set_clocks(since);
	for (unsigned core = 1; core < cores; core++)
		if (!sched_spawn_on(core, put_to_bed, NULL, &night.join))
			machine_panic("no memory for a fiber on each core");
	put_to_bed(NULL);
	while (atomic_load_relaxed(&night.asleep) < cores * night.each) {
		cpu_relax(); /* cores that share a host's make their beds */
		sched_pass_due();
	}
	night.bedtime = max_u64(night.bedtime, tsc_read() - since);
	work_awake();
	sched_join(&night.join);
}

/* Ticks from the task's begin to its end beside so many sleepers on each core. */
static int64_t ticks_beside(enum threads_night kind, unsigned each)
{
	night.kind = kind;
	night.each = each;
	night.asleep = 0;
	night.run.left = 1;
	if (!sched_run(night.plan->cores, one_night, NULL))
		machine_panic("no memory for the scheduler");
	night.wrong |= !night.task.right;
	return (int64_t)(night.task.ended - night.task.first);
}

static int64_t longest_late(void)
{
	uint64_t late = 0;

	for (unsigned i = 0; i < night.plan->cores; i++)
		late = max_u64(late, night.late[i]);
	return (int64_t)late;
}

/* ---- rounds ------------------------------------------------------------- */

struct nights {
	struct threads_asleep *asleep;
	unsigned each; /* sleepers on each core */
	struct history history[THREADS_NIGHTS];
	bool missed[THREADS_NIGHTS][THREADS_ROUNDS];
};

static bool pass_night(void *of, unsigned subject, unsigned round)
{
	struct nights *n = of;
	struct history *history = &n->history[subject];
	int64_t ticks;

	do {
		history_begin(history, 1);
		ticks = ticks_beside(subject,
				     subject == THREADS_ALONE ? 0 : n->each);
	} while (!history_add(history, &ticks, 1));
	n->asleep->round[subject][round] = ticks;
	n->asleep->late[subject][round] = longest_late();
	n->missed[subject][round] = night.missed;
	return true;
}

/* Those of a night that is called so; raw samples only. */
static void write_night(const struct nights *n, enum threads_night s,
			const char *variant, const int64_t *value)
{
	const struct param params[] = {
		{ "scale", (int64_t)scale_divisor() },
		{ "sleepers", s == THREADS_ALONE ? 0 : n->asleep->sleepers },
		{ NULL, 0 } };
	struct result of = { .key = { "threads", variant, night.plan->cores,
				      params } };

	result_of_history(&of, &n->history[s]);
	raw_judged(&of, value, n->asleep->rounds);
}

static void write_nights(const struct nights *n)
{
	static const char *const variant[THREADS_NIGHTS] = {
		"asleep", "asleep", "asleep/once", "asleep/random" };

	for (unsigned s = 0; s < THREADS_NIGHTS; s++)
		write_night(n, s, variant[s], n->asleep->round[s]);
	write_night(n, THREADS_ONCE, "late/once",
		    n->asleep->late[THREADS_ONCE]);
	write_night(n, THREADS_RANDOM, "late/random",
		    n->asleep->late[THREADS_RANDOM]);
}

static void compare_nights(struct threads_asleep *asleep, unsigned each,
			   unsigned rounds)
{
	static struct nights nights; /* too large for a stack */

	nights = (struct nights){ .asleep = asleep, .each = each };
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = THREADS_NIGHTS, .wanted = rounds },
		.pass = pass_night, .of = &nights }, &asleep->rounds);
	for (unsigned s = 0; s < THREADS_NIGHTS; s++)
		for (unsigned r = 0; r < asleep->rounds; r++)
			if (nights.missed[s][r])
				nights.history[s].disturbed[r] |= DISTURBED_PAUSE;
	write_nights(&nights);
	for (unsigned s = 0; s < THREADS_NIGHTS; s++)
		for (unsigned r = 0; r < asleep->rounds; r++)
			if (nights.history[s].disturbed[r])
				asleep->round[s][r] = asleep->late[s][r] =
					QUANTITY_NONE;
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
