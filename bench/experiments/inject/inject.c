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
#include "bench/report/series_record.h"
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

static const struct inject_load block = {
	.variant = "block", .tasks = PUBLISHED_TASKS, .block_ms = 60000,
	.starve = true, .climb = true,
};
static const struct inject_load burst = {
	.variant = "burst", .tasks = PUBLISHED_TASKS, .block_ms = 2000,
	.bursts = 3, .every_ms = 30000, .least = PUBLISHED_TASKS,
	.starve = true, .climb = true,
};
static const struct inject_load cpu = {
	.variant = "cpu", .tasks = 500, .compute_ms = 600000,
	.starve = true, .climb = true,
};
static const struct inject_load brief = {
	.variant = "short", .compute_ms = 20, .again = true,
	.begin = 500, .starve = true, .climb = true,
};
static const struct inject_load mixed = {
	.variant = "mixed", .compute_ms = 200, .block_ms = 800,
	.again = true, .climb = true,
};

/* Looks in a sample of the climb: 4 s, longer than any task of its loads. */
#define CLIMB_EVERY 8u

/* How long a load without an end is watched, in published ms. */
static const struct watch {
	uint32_t cpu_ms, brief_ms, mixed_ms, sweep_ms, row_ms;
} quick = { 60000, 240000, 480000, 15000, 0 },
  full = { 520000, 400000, 800000, 60000, 1000 };

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

/* With this run's cores and the options filled in. */
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

/* ---- one run ------------------------------------------------------------ */

static void warn_of_limits(const struct inject_load *load,
			   const struct inject_seen *seen)
{
	if (seen->limit != UINT32_MAX)
		log_warning("worker_limit", "inject %s: memory for %u workers "
			    "only; a larger memory allows more", load->variant,
			    seen->limit);
	if (seen->rows_lost)
		log_warning("rows_lost", "inject %s: no room for the last %u "
			    "rows of its series", load->variant,
			    seen->rows_lost);
	if (seen->late)
		log_warning("late", "inject %s was cut off: the cores were not "
			    "there long enough", load->variant);
}

/* False, with a record why, where nothing came of it. */
static bool run_and_show(const struct inject_load *load,
			 struct inject_seen *seen)
{
	const struct record_key key = { "inject", load->variant, cores, NULL };
	const char *unfit = inject_unfit(load);

	trial_begin(&key);
	if (!unfit) {
		inject_show_begin(load);
		if (!inject_run(load, seen))
			unfit = "not enough memory, or no timer to tick";
	}
	trial_step(1);
	if (unfit)
		return trial_skip(&key, unfit);
	inject_show_table(seen);
	inject_record(load, seen);
	warn_of_limits(load, seen);
	return true;
}

/* ---- the runs ----------------------------------------------------------- */

/* Slower by this factor, for the comparison of two scales. */
#define SLOWER 2u

/* Its series says nothing new: none is written. */
static void run_slower(struct inject_load load, struct inject_seen *before)
{
	struct inject_seen seen;
	uint64_t scale = scale_divisor();

	if (scale < SLOWER)
		return;
	load.show = NULL;
	scale_use(scale / SLOWER);
	if (inject_run(&load, &seen))
		inject_find_scale(before, scale, &seen, scale_divisor());
	scale_use(0);
	trial_step(1);
}

static void run_block(void)
{
	const uint32_t least[] = { cores, PUBLISHED_CORES,
				   PUBLISHED_TASKS };
	unsigned runs = opt_min.given ? 1 : sizeof(least) / sizeof(least[0]);
	struct inject_seen seen;

	for (unsigned i = 0; i < runs; i++) {
		struct inject_load load = load_with(&block, least[i]);

		if (i && least[i] == least[i - 1])
			continue;
		if (!run_and_show(&load, &seen))
			continue;
		inject_find_block(&load, &seen);
		if (!i)
			run_slower(load, &seen);
	}
}

static void run_burst(void)
{
	struct inject_load load = load_with(&burst, burst.least);
	struct inject_seen seen;

	if (run_and_show(&load, &seen))
		inject_find_burst(&load, &seen);
}

static void run_cpu(void)
{
	struct inject_load load = load_with(&cpu, cores);
	struct inject_seen seen;

	load.stop_ms = watch()->cpu_ms;
	if (run_and_show(&load, &seen))
		inject_find_cpu(&load, &seen);
}

static void run_short(void)
{
	struct inject_load load = load_with(&brief, cores);
	struct inject_seen seen;

	load.most = load.begin = (uint32_t)max_u64(load.begin, load.least);
	load.tasks = 2 * load.most; /* some always wait */
	load.stop_ms = watch()->brief_ms;
	if (run_and_show(&load, &seen))
		inject_find_short(&load, &seen);
}

/* ---- hill climbing beside pools of a fixed size ------------------------- */

#define MIXED_MOST 40u   /* workers a core; 5 keep it busy */

static struct inject_load mixed_with(uint32_t least)
{
	struct inject_load load = load_with(&mixed, least);

	load.most = at_most(MIXED_MOST * cores, load.most);
	load.most = (uint32_t)max_u64(load.most, load.least);
	load.tasks = 2 * load.most;
	load.stop_ms = watch()->mixed_ms;
	return load;
}

/* Tasks a second of a pool of so many, thousandths; 0: it could not run. */
static uint64_t fixed_rate(uint32_t workers)
{
	struct inject_load load = mixed_with(workers);
	struct inject_seen seen;

	load.least = load.most = workers;
	load.climb = false;
	load.stop_ms = watch()->sweep_ms;
	load.show = NULL;
	if (!inject_run(&load, &seen))
		return 0;
	return inject_rate_milli(&seen, load.stop_ms / 5, load.stop_ms);
}

static const uint32_t per_core[] = { 1, 2, 3, 4, 5, 6, 8, 12, 20 };
#define SWEEP (sizeof(per_core) / sizeof(per_core[0]))

struct sweep {
	uint32_t workers[SWEEP];
	uint64_t milli[SWEEP]; /* tasks a second, thousandths */
};

static const struct series_column sweep_columns[] = {
	{ "workers", false }, { "tasks_per_s", true }, { NULL, false },
};

static void fill_sweep(const void *of, unsigned index, int64_t *value)
{
	const struct sweep *s = of;

	value[0] = s->workers[index];
	value[1] = (int64_t)s->milli[index];
}

static void record_sweep(const struct sweep *s)
{
	const struct param params[] = { { "scale", (int64_t)scale_divisor() },
					{ NULL, 0 } };

	record_series(&(struct series_record){
		.key = { "inject", "mixed/fixed", cores, params }, .unit = "",
		.columns = sweep_columns, .rows = SWEEP, .row = fill_sweep,
		.of = s });
}

/* The smallest count within a hundredth of the most tasks a second. */
static uint32_t sweep_workers(uint64_t *best_milli)
{
	struct sweep s;
	uint32_t best = 0;

	*best_milli = 0;
	trial_begin(&(struct record_key){ "inject", "mixed/fixed", cores,
					  NULL });
	for (unsigned i = 0; i < SWEEP; i++) {
		s.workers[i] = at_most(per_core[i] * cores,
				       (uint32_t)opt_max.number);
		s.milli[i] = fixed_rate(s.workers[i]);
		if (s.milli[i] > *best_milli + *best_milli / 100) {
			*best_milli = s.milli[i];
			best = s.workers[i];
		}
		trial_step(1);
	}
	record_sweep(&s);
	return best;
}

static void run_mixed(void)
{
	struct inject_load load = mixed_with(cores);
	struct inject_seen seen;
	uint64_t best_milli;
	uint32_t best;

	if (!run_and_show(&load, &seen))
		return;
	/* The sweep reuses the rows: what is asked of them comes first. */
	uint64_t rate = inject_rate_milli(&seen, load.stop_ms / 2,
					  load.stop_ms);
	best = sweep_workers(&best_milli);
	inject_find_mixed(&seen, rate, best, best_milli);
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
	struct inject_cost cost;

	trial_begin(&key);
	if (inject_measure_cost(&cost))
		inject_find_cost(&cost);
	else
		trial_skip(&key, "not enough memory");
	trial_step(1);
}

/* A row's `what`. */
struct part {
	void (*run)(void);
	unsigned steps;   /* at most */
};
#define PART(fn, most) &(const struct part){ fn, most }

static const struct variant rows[] = {
	{
		.name = "cost", .what = PART(run_cost, 1),
		.summary = "an item put in, a worker made and woken",
	}, {
		.name = "block", .what = PART(run_block, 4),
		.summary = "tasks that block, all at once",
	}, {
		.name = "burst", .what = PART(run_burst, 1),
		.summary = "tasks that block, in bursts",
	}, {
		.name = "cpu", .what = PART(run_cpu, 1),
		.summary = "tasks that compute for long",
	}, {
		.name = "short", .what = PART(run_short, 1),
		.summary = "short tasks that compute, again and again",
	}, {
		.name = "mixed", .what = PART(run_mixed, 1 + SWEEP),
		.summary = "tasks that compute and block in turn",
	},
};
#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static unsigned count_steps(const struct settings *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < ROW_COUNT; i++)
		if (settings_wants(s, rows[i].name))
			n += ((const struct part *)rows[i].what)->steps;
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
		    "ones: %u of them are used", settings->cores, cores);
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
	       .order = ORDER_WHOLE);
