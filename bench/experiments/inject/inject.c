/* SPDX-License-Identifier: MIT */
/*
 * How many workers should a pool have when tasks block? The runs of an article
 * on ThreadPool.SetMinThreads() (.NET, 12 logical cores), its time divided by
 * `scale=`. The two policies that answer are in sched/pool/.
 */
#include "bench/bench.h"
#include "bench/config/complain.h"
#include "bench/conditions/timesharing.h"
#include "bench/experiments/inject/cost.h"
#include "bench/experiments/inject/findings.h"
#include "bench/experiments/inject/run.h"
#include "bench/experiments/inject/page.h"
#include "bench/config/rows.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/config/scale.h"
#include "bench/config/settings.h"
#include "bench/report/table.h"
#include "bench/harness/trial_old.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/print.h"

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
	.variant = "block", .summary = "tasks that block, all at once",
	.tasks = PUBLISHED_TASKS, .block_ms = 60000,
	.starve = true, .climb = true,
};
static const struct inject_load burst = {
	.variant = "burst", .summary = "tasks that block, in bursts",
	.tasks = PUBLISHED_TASKS, .block_ms = 2000,
	.bursts = 3, .every_ms = 30000, .least = PUBLISHED_TASKS,
	.starve = true, .climb = true,
};
static const struct inject_load cpu = {
	.variant = "cpu", .summary = "tasks that compute for long",
	.tasks = 500, .compute_ms = 600000,
	.starve = true, .climb = true,
};
static const struct inject_load brief = {
	.variant = "short", .summary = "short tasks that compute, again and again",
	.compute_ms = 20, .again = true,
	.begin = 500, .starve = true, .climb = true,
};
static const struct inject_load mixed = {
	.variant = "mixed", .summary = "tasks that compute and block in turn",
	.compute_ms = 200, .block_ms = 800, .again = true,
	.climb = true,
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
	return value < most ? (uint32_t)value : most;
}

/* With this run's cores and the options filled in. */
static struct inject_load with(const struct inject_load *load, uint32_t least)
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
	return l;
}

/* ---- one run ------------------------------------------------------------ */

static void warn(const struct inject_load *load, const struct inject_seen *seen)
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

static const char why_not[] = "not enough memory, or no timer to tick";

/* False, with a record why, where nothing came of it. */
static bool run(const struct inject_load *load, struct inject_seen *seen)
{
	const char *unfit = inject_unfit(load);
	bool ok = !unfit && inject_run(load, seen);

	old_progress("inject", load->variant, 1);
	if (ok) {
		inject_show_table(seen);
		inject_record(load, seen);
		warn(load, seen);
		return true;
	}
	unfit = unfit ? unfit : why_not;
	old_skipped("inject", load->variant, unfit);
	old_note(load->variant, unfit);
	return false;
}

static bool wanted(const struct inject_load *load)
{
	return settings_wants(settings, load->variant);
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
	load.quiet = true;
	scale_use(scale / SLOWER);
	if (inject_run(&load, &seen))
		inject_find_scale(before, scale, &seen, scale_divisor());
	scale_use(0);
	old_progress("inject", load.variant, 1);
}

static void run_block(void)
{
	const uint32_t least[] = { cores, PUBLISHED_CORES,
				   PUBLISHED_TASKS };
	unsigned runs = opt_min.given ? 1 : sizeof(least) / sizeof(least[0]);
	struct inject_seen seen;

	for (unsigned i = 0; i < runs; i++) {
		struct inject_load load = with(&block, least[i]);

		if (i && least[i] == least[i - 1])
			continue;
		if (!run(&load, &seen))
			continue;
		inject_find_block(&load, &seen);
		if (!i)
			run_slower(load, &seen);
	}
}

static void run_burst(void)
{
	struct inject_load load = with(&burst, burst.least);
	struct inject_seen seen;

	if (run(&load, &seen))
		inject_find_burst(&load, &seen);
}

static void run_cpu(void)
{
	struct inject_load load = with(&cpu, cores);
	struct inject_seen seen;

	load.stop_ms = watch()->cpu_ms;
	if (run(&load, &seen))
		inject_find_cpu(&load, &seen);
}

static void run_short(void)
{
	struct inject_load load = with(&brief, cores);
	struct inject_seen seen;

	load.most = load.begin = load.begin > load.least ? load.begin
							 : load.least;
	load.tasks = 2 * load.most; /* some always wait */
	load.stop_ms = watch()->brief_ms;
	if (run(&load, &seen))
		inject_find_short(&load, &seen);
}

/* ---- hill climbing beside pools of a fixed size ------------------------- */

#define MIXED_MOST 40u   /* workers a core; 5 keep it busy */

static struct inject_load mixed_with(uint32_t least)
{
	struct inject_load load = with(&mixed, least);

	load.most = at_most(MIXED_MOST * cores, load.most);
	if (load.least > load.most)
		load.most = load.least;
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
	load.quiet = true;
	if (!inject_run(&load, &seen))
		return 0;
	return inject_rate_milli(&seen, load.stop_ms / 5, load.stop_ms);
}

static void record_sweep(const uint32_t *workers, const uint64_t *milli,
			 unsigned n)
{
	log_begin("series");
	log_text("experiment", "inject");
	log_text("variant", "mixed/fixed");
	log_number("cores", cores);
	log_object("params");
	log_number("scale", scale_divisor());
	log_object_end();
	log_array("columns");
	log_text(NULL, "workers");
	log_text(NULL, "tasks_per_s");
	log_array_end();
	log_array("rows");
	for (unsigned i = 0; i < n; i++) {
		log_array(NULL);
		log_number(NULL, workers[i]);
		log_milli(NULL, (int64_t)milli[i]);
		log_array_end();
	}
	log_array_end();
	log_end();
}

static const uint32_t per_core[] = { 1, 2, 3, 4, 5, 6, 8, 12, 20 };
#define SWEEP (sizeof(per_core) / sizeof(per_core[0]))

/* The smallest count within a hundredth of the most tasks a second. */
static uint32_t sweep(uint64_t *best_milli)
{
	uint32_t workers[SWEEP], best = 0;
	uint64_t milli[SWEEP];

	*best_milli = 0;
	for (unsigned i = 0; i < SWEEP; i++) {
		workers[i] = at_most(per_core[i] * cores,
				     (uint32_t)opt_max.number);
		milli[i] = fixed_rate(workers[i]);
		if (milli[i] > *best_milli + *best_milli / 100) {
			*best_milli = milli[i];
			best = workers[i];
		}
		old_progress("inject", "mixed/fixed", 1);
	}
	record_sweep(workers, milli, SWEEP);
	return best;
}

static void run_mixed(void)
{
	struct inject_load load = mixed_with(cores);
	struct inject_seen seen;
	uint64_t best_milli;
	uint32_t best;

	if (!run(&load, &seen))
		return;
	/* The sweep reuses the rows: what is asked of them comes first. */
	uint64_t rate = inject_rate_milli(&seen, load.stop_ms / 2,
					  load.stop_ms);
	best = sweep(&best_milli);
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

static const struct part {
	const struct inject_load *load;
	void (*run)(void);
	unsigned steps;   /* at most */
} parts[] = {
	{ &block, run_block, 4 },
	{ &burst, run_burst, 1 },
	{ &cpu, run_cpu, 1 },
	{ &brief, run_short, 1 },
	{ &mixed, run_mixed, 1 + SWEEP },
};

static unsigned steps(const struct settings *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (settings_wants(s, parts[i].load->variant))
			n += parts[i].steps;
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

static bool run_all(const struct settings *s)
{
	struct inject_cost cost;

	settings = s;
	if (!limits_fit())
		return false;
	choose_cores();
	if (settings_wants(s, "cost")) {
		if (inject_cost(&cost))
			inject_find_cost(&cost);
		else
			old_skipped("inject", "cost", "not enough memory");
	}
	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (wanted(parts[i].load))
			parts[i].run();
	return true;
}

static const struct variant *names(unsigned *count)
{
	MADE_ROWS(made, sizeof(parts) / sizeof(parts[0]) + 1);

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		made_rows_name(&made, parts[i].load->variant,
			       parts[i].load->summary);
	made_rows_name(&made, "cost", "an item put in, a worker made and woken");
	*count = made.count;
	return made.row;
}

ROWS_MADE(inject, names);
EXPERIMENT_RUN(inject, steps, run_all,
	       "how many workers should a pool have when tasks block?",
	       .order = ORDER_WHOLE);
