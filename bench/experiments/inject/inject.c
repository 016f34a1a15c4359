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

#define TOLD(...) (const enum inject_figure[]){ __VA_ARGS__, INJECT_FIGURES }

static const struct inject_load block = {
	.variant = "block", .tasks = PUBLISHED_TASKS, .block_ms = 60000,
	.starve = true, .climb = true,
	.told = TOLD(INJECT_DONE, INJECT_FIRST, INJECT_EMPTY, INJECT_PEAK,
		     INJECT_GROWN, INJECT_STEP, INJECT_DIP, INJECT_RETIRED),
};
static const struct inject_load burst = {
	.variant = "burst", .tasks = PUBLISHED_TASKS, .block_ms = 2000,
	.bursts = 3, .every_ms = 30000, .least = PUBLISHED_TASKS,
	.starve = true, .climb = true,
	.told = TOLD(INJECT_AGAIN, INJECT_PEAK, INJECT_LEFT),
};
static const struct inject_load cpu = {
	.variant = "cpu", .tasks = 500, .compute_ms = 600000,
	.starve = true, .climb = true,
	.told = TOLD(INJECT_ADDED, INJECT_PEAK, INJECT_ALL, INJECT_USELESS,
		     INJECT_LOST, INJECT_INSIDE),
};
static const struct inject_load half = {
	.variant = "half", .compute_ms = 500, .block_ms = 500,
	.uneven = true, .again = true,
	.told = TOLD(INJECT_BUSY),
};
static const struct inject_load brief = {
	.variant = "short", .compute_ms = 20, .again = true,
	.begin = 500, .starve = true, .climb = true,
	.told = TOLD(INJECT_COUNT),
};
static const struct inject_load mixed = {
	.variant = "mixed", .compute_ms = 200, .block_ms = 800,
	.again = true, .climb = true,
	.told = TOLD(INJECT_THOUSAND),
};

/* Of a load that is run beside another one. */
static const enum inject_figure *const only_done = TOLD(INJECT_DONE);

/* Looks in a sample of the climb at least: 2 s, longer than any task of its
 * loads. */
#define CLIMB_EVERY 4u

/* How long a load without an end is watched, in published ms. */
static const struct watch {
	uint32_t cpu_ms, brief_ms, mixed_ms, sweep_ms, half_ms, row_ms;
} quick = { 280000, 160000, 240000, 20000, 20000, 0 },
  full = { 520000, 400000, 1600000, 60000, 100000, 1000 };

static const struct settings *settings;
static unsigned cores;   /* of them, those that are really there */

static const struct watch *watch(void)
{
	return settings->full ? &full : &quick;
}

static uint32_t at_most(uint64_t value, uint32_t most)
{
	return (uint32_t)min_u64(value, most);
}

unsigned inject_rounds(void)
{
	return at_most(settings->rounds, INJECT_ROUNDS);
}

static struct inject_load load_with(const struct inject_load *load,
				    uint32_t least)
{
	struct inject_load l = *load;
	uint32_t most = (uint32_t)opt_max.number;

	l.cores = cores;
	l.least = opt_min.given ? (uint32_t)opt_min.number
				: at_most(least, most);
	l.most = most;
	l.begin = at_most(l.begin, most);
	l.period_ms = (uint32_t)opt_period.number;
	l.climb_every = CLIMB_EVERY;
	l.row_ms = watch()->row_ms;
	l.show = inject_show_live;
	return l;
}

/* ---- the runs ----------------------------------------------------------- */

static void repeat_and_record(const struct inject_load *load)
{
	struct inject_figures figures;

	if (inject_repeat(load, &figures))
		inject_record_rounds(load, &figures);
}

/* Faster by this factor, for the comparison of two scales. */
#define FASTER 2u

struct scales {
	struct inject_load load;
	uint64_t scale[2];
	struct inject_figures figures[2];
};

static bool pass_scale(void *of, unsigned subject, unsigned round)
{
	struct scales *s = of;
	bool ok;

	scale_use(s->scale[subject]);
	ok = inject_round(&s->load, round, !subject, &s->figures[subject]);
	scale_use(0);
	return ok;
}

static void record_scales(struct scales *s)
{
	inject_record_rounds(&s->load, &s->figures[0]);
	s->load.told = only_done;
	scale_use(s->scale[1]);
	inject_record_rounds(&s->load, &s->figures[1]);
	scale_use(0);
}

/* Whether the faster one can be run. */
static bool two_scales_fit(struct scales *s)
{
	bool fit;

	scale_use(s->scale[1]);
	fit = !inject_unfit(&s->load);
	scale_use(0);
	return fit;
}

static void run_at_two_scales(struct inject_load load)
{
	static struct scales s; /* too large for a stack */
	unsigned done;

	s = (struct scales){ .load = load, .scale = {
		scale_divisor(), scale_divisor() * FASTER } };
	if (!two_scales_fit(&s)) {
		repeat_and_record(&load);
		return;
	}
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = 2, .wanted = inject_rounds() },
		.steps = 1, .pass = pass_scale, .of = &s }, &done);
	if (done)
		record_scales(&s);
}

/* The published pool began with a worker a core, as the first of these does:
 * its series is told beside the others, no more. */
static void run_block(void)
{
	struct inject_load own = load_with(&block, cores);
	struct inject_load published = load_with(&block, PUBLISHED_CORES);
	struct inject_load at_once = load_with(&block, PUBLISHED_TASKS);
	struct inject_figures figures;

	if (own.least != published.least)
		inject_round(&own, 0, true, &figures);
	trial_step(1);
	run_at_two_scales(published);
	at_once.told = only_done;
	if (at_once.least != published.least)
		repeat_and_record(&at_once);
}

static void run_burst(void)
{
	struct inject_load load = load_with(&burst, burst.least);

	repeat_and_record(&load);
}

/* Looked at twice as often: a worker is added at every second look, and the
 * published pool added two a second here, one where tasks block. */
static void run_cpu(void)
{
	struct inject_load load = load_with(&cpu, cores);

	if (!opt_period.given)
		load.period_ms /= 2;
	load.stop_ms = watch()->cpu_ms;
	repeat_and_record(&load);
}

static void run_half(void)
{
	struct inject_load load = load_with(&half, cores);

	load.stop_ms = watch()->half_ms;
	inject_half(&load);
}

static void run_short(void)
{
	struct inject_load load = load_with(&brief, cores);

	load.most = load.begin = (uint32_t)max_u64(load.begin, load.least);
	load.tasks = 2 * load.most; /* some always wait */
	load.stop_ms = watch()->brief_ms;
	repeat_and_record(&load);
}

#define MIXED_MOST 40u   /* workers a core; 5 keep it busy */

static void run_mixed(void)
{
	struct inject_load load = load_with(&mixed, cores);

	load.most = at_most(MIXED_MOST * cores, load.most);
	load.most = (uint32_t)max_u64(load.most, load.least);
	load.tasks = 2 * load.most;
	load.stop_ms = watch()->mixed_ms;
	load.settled_ms = load.stop_ms / 2;
	inject_mixed(&load, watch()->sweep_ms);
}

/* ---- the experiment ----------------------------------------------------- */

static bool limits_fit(void)
{
	if (opt_min.number <= opt_max.number)
		return true;
	return complain("bad_option", "min=%lu is above max=%lu: a pool needs "
			"min <= max", opt_min.number, opt_max.number);
}

static void run_cost(void)
{
	const struct record_key key = { "inject", "cost", 1, NULL };

	trial_begin(&key);
	if (!inject_tell_cost(inject_rounds()))
		trial_skip(&key, "not enough memory");
	trial_step(1);
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
		.name = "half", .what = PART(run_half, 0, INJECT_HALVES),
		.summary = "tasks that compute half of their time",
	}, {
		.name = "short", .what = PART(run_short, 0, 1),
		.summary = "short tasks that compute, again and again",
	}, {
		.name = "mixed", .what = PART(run_mixed, 0, 1 + INJECT_SWEEP),
		.summary = "tasks that compute and block in turn",
	},
};
#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static unsigned count_steps(const struct settings *s)
{
	unsigned n = 0;

	settings = s;
	for (unsigned i = 0; i < ROW_COUNT; i++) {
		const struct part *part = rows[i].what;

		if (settings_wants(s, rows[i].name))
			n += part->once + part->rounds * inject_rounds();
	}
	return n;
}

/* Workers on cores that take turns would wait for each other's locks. */
static void choose_cores(void)
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

static bool run_parts(const struct settings *s)
{
	settings = s;
	if (!limits_fit())
		return false;
	choose_cores();
	for (unsigned i = 0; i < ROW_COUNT; i++)
		if (settings_wants(s, rows[i].name))
			((const struct part *)rows[i].what)->run();
	return true;
}

ROWS(inject, rows);
EXPERIMENT_RUN(inject, count_steps, run_parts,
	       "how many workers should a pool have when tasks block?",
	       .order = ORDER_WHOLE, .step_ms = { 55, 200 },
	       .page = "cost block burst");
