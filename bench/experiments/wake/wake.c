/* SPDX-License-Identifier: MIT */
/*
 * What it costs to wake a core, to interrupt it, to have all meet, and how
 * late a deadline comes. All of it takes two parties that do different things
 * and may fail to answer: so there are no rows that the runner could sweep,
 * but parts that sample themselves (wake_pair.c, wake_ipi.c, wake_barrier.c,
 * wake_deadline.c); here stands what they share.
 */
#include "bench/experiments/wake/wake.h"

#include "bench/conditions/timesharing.h"
#include "bench/conditions/core_pairs.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/conditions/read_cost.h"
#include "bench/report/table.h"
#include "bench/harness/trial_old.h"
#include "kernel/log.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define CHECKS 1000u
#define CHECK_MS 250u
#define PATIENCE_US 1000000u     /* a loaded emulator looks away for long */
#define ROW_MS_MAX 500u          /* no row without a word for longer */

/* Where cores take turns: so little that it ends. */
#define TIMESHARED_SAMPLES 16u
#define TIMESHARED_CHECKS 8u
#define TIMESHARED_MS 20u

/* As the last plan found. */
static bool take_turns;

/* ---- how much ---------------------------------------------------------- */

uint64_t wake_ticks(uint64_t microseconds)
{
	return ticks_of_us(microseconds);
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

struct wake_plan wake_plan(const struct settings *settings, unsigned cores)
{
	uint64_t ms = least(settings->budget_ms, ROW_MS_MAX);
	uint64_t check_ms = CHECK_MS;
	struct wake_plan plan = {
		.settings = settings, .cores = cores, .checks = CHECKS,
		.samples = (uint32_t)least(settings->samples, WAKE_SAMPLES),
		.patience = wake_ticks(PATIENCE_US),
	};

	timesharing_look(cores);
	if (timeshared())
		timesharing_look(cores); /* a busy moment is no time sharing */
	plan.timeshared = take_turns = timeshared();
	if (plan.timeshared) {
		plan.samples = (uint32_t)least(plan.samples,
					       TIMESHARED_SAMPLES);
		plan.checks = TIMESHARED_CHECKS;
		ms = check_ms = least(ms, TIMESHARED_MS);
	}
	plan.check_ticks = wake_ticks(check_ms * 1000);
	plan.ticks = wake_ticks(ms * 1000);
	return plan;
}

uint64_t wake_stop(void)
{
	return machine_clock()->has_rdtscp ? tsc_stop_rdtscp()
					   : tsc_stop_lfence();
}

/* ---- rows -------------------------------------------------------------- */

bool wake_wants(const struct wake_plan *plan, const char *variant)
{
	if (!settings_wants(plan->settings, variant))
		return false;
	machine_note(WAKE, variant);
	old_progress(WAKE, variant, 0);
	return true;
}

bool wake_skip(const char *variant, const char *reason)
{
	old_skipped(WAKE, variant, reason);
	old_note(variant, reason);
	return false;
}

bool wake_validated(const char *variant, const char *property, unsigned cores,
		    uint64_t operations, bool ok, const char *what)
{
	const struct variant row = { .name = variant, .property = property };
	const struct cell cell = { .variant = &row, .experiment = WAKE,
				   .cores = cores, .checked = operations };

	old_validation(&cell, ok);
	if (ok)
		return true;
	log_warning("validation_failed", "%s %s on %u cores is not timed: %s",
		    WAKE, variant, cores, what);
	old_note(variant, "VALIDATION FAILED: not timed");
	return false;
}

void wake_fields(const struct cell *cell)
{
	(void)cell;
	log_bool("crowded", take_turns);
}

/* The pair that the record under way is about. */
static const struct wake_pair_row *pair;

static void pair_fields(const struct cell *cell)
{
	const struct machine_core_info *a = machine_core_info(0);
	const struct machine_core_info *b = machine_core_info(pair->partner);

	wake_fields(cell);
	log_text("pair", distance_name(distance_between(a, b)));
	if (pair->skew)
		log_number("skew_ticks", machine_clock()->skew_ticks);
}

uint64_t wake_report_pair(const struct wake_pair_row *row, uint64_t *samples,
			  uint32_t n)
{
	const struct param params[] = {
		{ "partner", row->partner },
		{ row->hint < 0 ? NULL : "hint", row->hint },
		{ NULL, 0 },
	};

	pair = row;
	return report_samples(&(struct report){
		.experiment = WAKE, .variant = row->variant, .per = row->per,
		.params = params, .cores = 2, .batch = 1,
		.overhead = read_cost(0), .fields = pair_fields,
	}, samples, n);
}

/* ---- the experiment ---------------------------------------------------- */

static const struct {
	const char *name;
	bool (*run)(const struct settings *settings);
} parts[] = {
	{ "pairs", wake_pairs }, { "ipi", wake_ipis },
	{ "barrier", wake_barriers }, { "timer", wake_deadlines },
};
#define PARTS (sizeof(parts) / sizeof(parts[0]))

static unsigned steps(const struct settings *settings)
{
	(void)settings;
	return PARTS;
}

static bool run(const struct settings *settings)
{
	bool ok = true;

	for (unsigned i = 0; i < PARTS; i++) {
		ok = parts[i].run(settings) && ok;
		old_progress(WAKE, parts[i].name, 1);
	}
	return ok;
}

EXPERIMENT_RUN(wake, steps, run, "how long to wake or interrupt a core, "
	       "to meet; how late is a deadline?", .order = ORDER_PARTS);
