/* SPDX-License-Identifier: MIT */
/*
 * How many workers should a pool have when tasks block? The runs of an article
 * on ThreadPool.SetMinThreads() (.NET, 12 logical cores), its time divided by
 * `scale=`. The two policies that answer are in sched/pool/.
 */
#include "bench/experiments/inject/inject.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/complain.h"
#include "bench/config/scale.h"
#include "bench/config/settings.h"
#include "bench/harness/trial.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/options.h"
#include "kernel/string.h"

#define WORKERS_MOST 10000u
#define PUBLISHED_CORES 12u
#define PUBLISHED_TASKS 200u

OPTION_NUMBER(opt_min, "min", 0, 1, WORKERS_MOST,
	      "workers a pool makes at once (inject); as published when absent");
OPTION_NUMBER(opt_max, "max", 1000, 1, WORKERS_MOST,
	      "workers a pool may have (inject)");
OPTION_NUMBER(opt_period, "period", 500, 10, 60000,
	      "published ms between two looks of a pool's policies (inject)");

/* ---- loads -------------------------------------------------------------- */

static const struct inject_load block = {
	.variant = "block", .tasks = PUBLISHED_TASKS, .block_ms = 60000,
	.starve = true, .climb = true,
	.told = { "done", "first", "empty", "peak", "grown", "step", "dip",
		  "retired" },
};
static const struct inject_load burst = {
	.variant = "burst", .tasks = PUBLISHED_TASKS, .block_ms = 2000,
	.bursts = 3, .every_ms = 30000, .starve = true, .climb = true,
	.told = { "again", "peak", "left" },
};
static const struct inject_load cpu = {
	.variant = "cpu", .tasks = 500, .compute_ms = 600000,
	.starve = true, .climb = true,
	.told = { "added", "peak", "all", "useless", "lost", "inside" },
};
static const struct inject_load half = {
	.variant = "half", .compute_ms = 500, .block_ms = 500,
	.uneven = true, .again = true, .hidden = true, .told = { "busy" },
};
static const struct inject_load brief = {
	.variant = "short", .compute_ms = 20, .again = true,
	.begin = 500, .starve = true, .climb = true, .told = { "count" },
};
static const struct inject_load mixed = {
	.variant = "mixed", .compute_ms = 200, .block_ms = 800,
	.again = true, .climb = true, .told = { "thousand" },
};

/* Looks in a sample of the climb at least: 2 s, longer than any task of its
 * loads. */
#define CLIMB_EVERY 4u

/* How long a load without an end is watched, in published ms. */
static const struct watch {
	uint32_t cpu_ms, brief_ms, mixed_ms, fixed_ms, half_ms, row_ms;
} quick = { 280000, 160000, 240000, 20000, 20000, 0 },
  full = { 520000, 400000, 1600000, 60000, 100000, 1000 };

static const struct watch *watch;
static unsigned rounds;  /* of each load */
static unsigned cores;   /* those that are really there */

static uint32_t at_most(uint64_t value, uint32_t most)
{
	return (uint32_t)min_u64(value, most);
}

static struct inject_load load_with(const struct inject_load *load,
				    uint32_t least)
{
	struct inject_load l = *load;

	l.cores = cores;
	l.most = (uint32_t)opt_max.number;
	l.least = opt_min.given ? (uint32_t)opt_min.number
				: at_most(least, l.most);
	l.begin = at_most(l.begin, l.most);
	l.period_ms = (uint32_t)opt_period.number;
	l.climb_every = CLIMB_EVERY;
	l.row_ms = watch->row_ms;
	return l;
}

/* ---- the runs ----------------------------------------------------------- */

static void run_cost(void)
{
	const struct record_key key = { "inject", "cost", 1, NULL };

	trial_begin(&key);
	if (!inject_cost(rounds))
		trial_skip(&key, "not enough memory");
	trial_step(1);
}

/* Of a load that stands beside another one. */
static void tell_done_alone(struct inject_load *load)
{
	memset(load->told, 0, sizeof(load->told));
	load->told[0] = "done";
}

/*
 * The published pool began with a worker a core, as the first of these does: its
 * series is told beside the others, no more. The published one is run at twice
 * the scale, too: that changes nothing but its length.
 */
static void run_block(void)
{
	struct inject_load own = load_with(&block, cores);
	struct inject_load at_once = load_with(&block, PUBLISHED_TASKS);
	struct inject_load two[] = { load_with(&block, PUBLISHED_CORES),
				     load_with(&block, PUBLISHED_CORES) };

	own.told[0] = NULL;
	if (own.least != two->least)
		inject_measure(&own, 1, 1);
	else
		trial_step(1);
	tell_done_alone(&two[1]);
	two[1].hidden = true;
	two[1].scale = 2 * scale_divisor();
	inject_measure(two, inject_unfit(&two[1]) ? 1 : 2, rounds);
	tell_done_alone(&at_once);
	if (at_once.least != two->least)
		inject_measure(&at_once, 1, rounds);
}

static void run_burst(void)
{
	struct inject_load load = load_with(&burst, PUBLISHED_TASKS);

	inject_measure(&load, 1, rounds);
}

/* Looked at twice as often: a worker is added at every second look, and the
 * published pool added two a second here, one where tasks block. */
static void run_cpu(void)
{
	struct inject_load load = load_with(&cpu, cores);

	if (!opt_period.given)
		load.period_ms /= 2;
	load.stop_ms = watch->cpu_ms;
	inject_measure(&load, 1, rounds);
}

/* Pools of one, two and three workers a core: how many keep it busy. And one
 * whose workers never sleep: a pool of waiters does. */
#define HALVES 4u
#define TASKS_A_CORE 12u    /* always some that wait */
#define WAITERS_A_CORE 2u   /* one is asleep on an average */

static void run_half(void)
{
	struct inject_load load[HALVES];

	for (unsigned i = 0; i < HALVES; i++) {
		struct inject_load *l = &load[i];

		*l = load_with(&half, cores);
		l->least = l->most = (i + 1) * cores;
		l->tasks = TASKS_A_CORE * cores;
		l->stop_ms = watch->half_ms;
		l->settled_ms = l->stop_ms / 5;
	}
	load[HALVES - 1].variant = "half/waiters";
	load[HALVES - 1].least = load[HALVES - 1].most = cores;
	load[HALVES - 1].waiters = WAITERS_A_CORE * cores;
	inject_measure(load, HALVES, rounds);
}

static void run_short(void)
{
	struct inject_load load = load_with(&brief, cores);

	load.most = load.begin = (uint32_t)max_u64(load.begin, load.least);
	load.tasks = 2 * load.most; /* some always wait */
	load.stop_ms = watch->brief_ms;
	inject_measure(&load, 1, rounds);
}

/* Hill climbing beside pools of a fixed size, in the same rounds. */
#define MIXED_MOST 40u   /* workers a core; 5 keep it busy */
static const uint32_t fixed_a_core[] = { 1, 2, 3, 5, 8, 12, 20 };
#define FIXED (sizeof(fixed_a_core) / sizeof(fixed_a_core[0]))

static void run_mixed(void)
{
	struct inject_load load[1 + FIXED];

	*load = load_with(&mixed, cores);
	load->most = at_most(MIXED_MOST * cores, load->most);
	load->most = (uint32_t)max_u64(load->most, load->least);
	load->tasks = 2 * load->most;
	load->stop_ms = watch->mixed_ms;
	load->settled_ms = load->stop_ms / 2;
	for (unsigned i = 0; i < FIXED; i++) {
		struct inject_load *l = &load[1 + i];

		*l = *load;
		l->variant = "mixed/fixed";
		l->hidden = true;
		l->climb = false;
		l->least = l->most = at_most(fixed_a_core[i] * cores,
					     load->most);
		l->stop_ms = watch->fixed_ms;
		l->settled_ms = l->stop_ms / 5;
	}
	inject_measure(load, 1 + FIXED, rounds);
}

/* ---- the experiment ----------------------------------------------------- */

static bool limits_fit(void)
{
	if (opt_min.number <= opt_max.number)
		return true;
	return complain("bad_option", "min=%lu is above max=%lu: a pool needs "
			"min <= max", opt_min.number, opt_max.number);
}

/* A row's `what`. */
struct part {
	void (*run)(void);
	unsigned once, rounds; /* steps at most: these, and in each round */
};
#define PART(fn, once, rounds) &(const struct part){ fn, once, rounds }

static const struct variant rows[] = {
	{
		.name = "cost", .what = PART(run_cost, 1, 0),
		.summary = "an item put in, a worker made and woken",
	}, {
		.name = "block", .what = PART(run_block, 1, 3),
		.summary = "tasks that block, all at once",
	}, {
		.name = "burst", .what = PART(run_burst, 0, 1),
		.summary = "tasks that block, in bursts",
	}, {
		.name = "cpu", .what = PART(run_cpu, 0, 1),
		.summary = "tasks that compute for long",
	}, {
		.name = "half", .what = PART(run_half, 0, HALVES),
		.summary = "tasks that compute half of their time",
	}, {
		.name = "short", .what = PART(run_short, 0, 1),
		.summary = "short tasks that compute, again and again",
	}, {
		.name = "mixed", .what = PART(run_mixed, 0, 1 + FIXED),
		.summary = "tasks that compute and block in turn",
	},
};
#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static unsigned count_steps(const struct settings *settings)
{
	unsigned n = 0;

	watch = settings->full ? &full : &quick;
	rounds = at_most(settings->rounds, INJECT_ROUNDS);
	for (unsigned i = 0; i < ROW_COUNT; i++) {
		const struct part *part = rows[i].what;

		if (settings_wants(settings, rows[i].name))
			n += part->once + part->rounds * rounds;
	}
	return n;
}

/* Workers on cores that take turns would wait for each other's locks. */
static void choose_cores(const struct settings *settings)
{
	cores = settings->cores;
	for (timesharing_look(cores); timeshared(); timesharing_look(cores))
		cores /= 2;
	if (cores == settings->cores)
		return;
	log_warning("crowded", "inject: %u cores take turns on fewer real "
		    "ones: %u of them %s used", settings->cores, cores,
		    cores == 1 ? "is" : "are");
}

static bool run_parts(const struct settings *settings)
{
	if (!limits_fit())
		return false;
	count_steps(settings);
	choose_cores(settings);
	for (unsigned i = 0; i < ROW_COUNT; i++)
		if (settings_wants(settings, rows[i].name))
			((const struct part *)rows[i].what)->run();
	return true;
}

ROWS(inject, rows);
EXPERIMENT_RUN(inject, count_steps, run_parts,
	       "how many workers should a pool have when tasks block?",
	       .order = ORDER_WHOLE, .step_ms = { 55, 200 },
	       .page = "cost block burst cpu mixed");
