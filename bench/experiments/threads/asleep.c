/* SPDX-License-Identifier: MIT */
/*
 * Do thousands of sleeping fibers slow a working core down? One task on core 0,
 * in slices, alone and beside sleepers on every core, in turn: those that sleep
 * on, those that all wake at once, and those that wake at random times.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/conditions/disturbed.h"
#include "bench/conditions/timesharing.h"
#include "bench/harness/fibers.h"
#include "bench/harness/raw.h"
#include "bench/report/quantity.h"
#include "bench/report/table.h"
#include "bench/samples/scratch.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define SLEEPERS_FULL 6000u  /* the published number */
#define SLEEPERS_QUICK 600u
#define TASKS_ASLEEP 4u      /* so many tasks long they sleep on */
#define REASON_MAX 64u

struct night {
	const char *variant;
	uint64_t (*wake)(uint64_t index); /* time stamp; NULL: nobody sleeps */
	bool beside;                      /* the task: it waits for `begin` */
	int64_t late[THREADS_ROUNDS];     /* longest that one overslept;
					   * QUANTITY_NONE: the task did */
};

static struct {
	const struct threads_plan *plan;
	struct threads_run run;
	struct threads_task task;
	struct join join;
	unsigned sleepers; /* on each core */
	uint64_t bedtime;  /* longest that it took to put them to bed; ticks */
	bool wrong;        /* digits */

	/* The night in progress. */
	const struct night *night;
	bool missed;       /* the task began too late for those that woke */
	uint64_t begin;    /* time stamp: the task's, where they wake beside it */
	uint64_t until;    /* the others sleep */
	uint32_t asleep;   /* atomic */
	uint64_t late[MACHINE_MAX_CORES]; /* longest that one overslept there */
} now;

/* ---- sleepers ----------------------------------------------------------- */

static uint64_t sleep_on(uint64_t index)
{
	(void)index;
	return now.until;
}

static uint64_t in_its_middle(uint64_t index)
{
	(void)index;
	return now.begin + now.plan->cpu / 2;
}

/* Without an order, the same in each round (the finalizer of MurmurHash3;
 * Appleby, public domain). */
static uint64_t at_random(uint64_t index)
{
	index = (index + 1) * 0xff51afd7ed558ccdull;
	index = (index ^ index >> 33) * 0xc4ceb9fe1a85ec53ull;
	return now.begin + (now.plan->cpu * (index >> 48) >> 16);
}

static struct night nights[] = {
	{ .variant = "asleep" }, { .variant = "asleep", .wake = sleep_on },
	{ .variant = "asleep/once", .wake = in_its_middle, .beside = true },
	{ .variant = "asleep/random", .wake = at_random, .beside = true } };
#define NIGHTS (sizeof(nights) / sizeof(nights[0]))

static void sleep_long(void *arg)
{
	uint64_t until = now.night->wake((uintptr_t)arg);
	uint64_t *late = &now.late[machine_core()];

	atomic_add_relaxed(&now.asleep, 1);
	sched_sleep_until(until);
	*late = max_u64(*late, above_u64(tsc_read(), until));
}

static void put_to_bed(void *arg)
{
	uintptr_t core = machine_core(), first = core * now.sleepers;

	(void)arg;
	now.late[core] = 0;
	for (uintptr_t i = 0; now.night->wake && i < now.sleepers; i++)
		if (!sched_spawn(sleep_long, (void *)(first + i), &now.join))
			machine_panic("threads: the sleepers that fitted do "
				      "not fit");
}

/* ---- the task beside them ----------------------------------------------- */

static void work_awake(void)
{
	struct threads_task *task;

	now.missed = now.night->beside && tsc_read() > now.begin;
	if (now.night->beside && !now.missed)
		sched_sleep_until(now.begin);
	task = threads_begin(&now.run, 0, 0);
	threads_step(&now.run, task, sched_pass_due);
}

static void one_night(void *arg)
{
	unsigned cores = sched_cores();
	unsigned asleep = now.night->wake ? cores * now.sleepers : 0;
	uint64_t since = tsc_read();

	(void)arg;
	join_init(&now.join);
	/* When they wake is said before they go to bed. */
	now.until = since + TASKS_ASLEEP * now.plan->cpu + now.plan->sleep;
	now.begin = since + 2 * now.bedtime + now.plan->sleep;
	for (unsigned core = 1; core < cores; core++)
		if (!sched_spawn_on(core, put_to_bed, NULL, &now.join))
			machine_panic("no memory for a fiber on each core");
	put_to_bed(NULL);
	while (atomic_load_relaxed(&now.asleep) < asleep) {
		cpu_relax(); /* cores that share a host's make their beds */
		sched_pass_due();
	}
	now.bedtime = max_u64(now.bedtime, tsc_read() - since);
	work_awake();
	sched_join(&now.join);
}

/* Ticks from the task's begin to its end. */
static uint32_t take(struct row *row, unsigned round, int64_t *ticks)
{
	struct night *night = row->of;
	uint64_t late = 0;

	now.night = night;
	now.asleep = 0;
	now.run.left = 1;
	if (!sched_run(now.plan->cores, one_night, NULL))
		machine_panic("no memory for the scheduler");
	for (unsigned i = 0; i < now.plan->cores; i++)
		late = max_u64(late, now.late[i]);
	night->late[round] = now.missed ? QUANTITY_NONE : (int64_t)late;
	*ticks = (int64_t)(now.task.ended - now.task.first);
	now.wrong |= !now.task.right;
	return !now.wrong;
}

/* ---- rounds and records ------------------------------------------------- */

static void log_late(const void *of)
{
	const struct row *row = of;
	const struct night *night = row->of;

	if (night->beside)
		row_column(row, "late_rounds", night->late);
}

static void record_night(struct row *row)
{
	const struct night *night = row->of;

	for (unsigned i = 0; i < row->n; i++)
		if (night->late[i] == QUANTITY_NONE)
			row->history.disturbed[i] |= DISTURBED_PAUSE;
	result_of_history(&row->result, &row->history);
	raw_judged(&row->result, row->samples, row->n);
	/* Cores that take turns tell about their host. */
	if (!timeshared() && !now.wrong)
		row_quantity(row, &row->result.key, log_late);
}

static void compare_nights(void)
{
	static struct row row[NIGHTS]; /* too large for a stack */
	const struct param none[] = { { "sleepers", 0 }, { NULL, 0 } };
	const struct param all[] = {
		{ "sleepers", now.sleepers * now.plan->cores }, { NULL, 0 } };

	for (unsigned i = 0; i < NIGHTS; i++)
		row[i] = (struct row){
			.result = { .key = { "threads", nights[i].variant,
					     now.plan->cores,
					     nights[i].wake ? all : none } },
			.take = take, .of = &nights[i], .cores = 1 };
	rows_measure(row, NIGHTS,
		     &(struct rounds){ .wanted = now.plan->rounds }, 0);
	for (unsigned i = 0; i < NIGHTS; i++)
		if (row[i].n)
			record_night(&row[i]);
}

/* As many as there is memory for. */
static unsigned reserve(unsigned cores, unsigned wanted)
{
	unsigned each = (wanted + cores - 1) / cores;
	unsigned most = fibers_reserve(cores, each, THREADS_MEMORY_KEPT);

	if (most < each * cores) /* and one for each that puts them to bed */
		each = most / cores > 2 ? most / cores - 2 : 0;
	return each;
}

static void tell_fewer(const struct record_key *key, unsigned wanted)
{
	unsigned sleepers = now.sleepers * key->cores;
	char reason[REASON_MAX];

	if (sleepers >= wanted)
		return;
	format(reason, sizeof(reason), "memory for %u of %u sleeper%s",
	       sleepers, wanted, format_s(wanted));
	log_warning("few_sleepers", "threads: %s", reason);
	table_note(key, reason);
}

bool threads_asleep(const struct threads_plan *plan)
{
	static const struct threads_design none = { .name = "asleep" };
	const struct record_key key = { "threads", "asleep", plan->cores,
					NULL };
	unsigned wanted = plan->settings->full ? SLEEPERS_FULL
					       : SLEEPERS_QUICK;

	trial_begin(&key);
	now.plan = plan;
	now.sleepers = reserve(plan->cores, wanted);
	scratch_empty();
	now.run = (struct threads_run){
		.design = &none, .cores = plan->cores, .steps = 1,
		.slice = plan->slice, .decimals = plan->decimals,
		.checksum = plan->checksum, .task = &now.task,
		.words = bench_scratch(spigot_words(plan->decimals) *
				       sizeof(uint32_t)),
	};
	if (!now.sleepers || !now.run.words) {
		trial_skip(&key, "not enough memory");
	} else {
		compare_nights();
		tell_fewer(&key, wanted);
	}
	trial_step(1);
	return threads_verdict(&key, 0, now.wrong);
}
