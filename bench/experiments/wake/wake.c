/* SPDX-License-Identifier: MIT */
/*
 * What it costs to wake a core, to interrupt it, to have all meet, and how
 * late a deadline comes. All of it takes two parties that do different things
 * and may fail to answer: so there are no rows that the runner could sweep,
 * but parts that sample themselves (pair.c, ipi.c, barrier.c, deadline.c); here
 * stands what they share.
 */
#include "bench/experiments/wake/wake.h"

#include "bench/conditions/bound.h"
#include "bench/conditions/core_pairs.h"
#include "bench/conditions/read_cost.h"
#include "bench/conditions/timesharing.h"
#include "kernel/log.h"
#include "kernel/tsc.h"

#define CHECKS 1000u
#define CHECK_MS 250u
#define PATIENCE_MS 1000u        /* a loaded emulator looks away for long */
#define ROW_MS_MAX 500u          /* no row without a word for longer */

/* Where cores take turns: so little that it ends. */
#define TIMESHARED_SAMPLES 16u
#define TIMESHARED_CHECKS 8u
#define TIMESHARED_MS 20u

/* ---- how much ---------------------------------------------------------- */

struct wake_plan wake_plan(const struct settings *settings, unsigned cores)
{
	uint64_t ms = min_u64(settings->budget_ms, ROW_MS_MAX);
	uint64_t check_ms = CHECK_MS;
	struct wake_plan plan = {
		.settings = settings, .cores = cores, .checks = CHECKS,
		.samples = (uint32_t)min_u64(settings->samples, WAKE_SAMPLES),
		.patience = ticks_of_ms(PATIENCE_MS),
	};

	timesharing_look(cores);
	if (timeshared())
		timesharing_look(cores); /* a busy moment is no time sharing */
	plan.timeshared = timeshared();
	plan.rounds = plan.timeshared ? 1 : WAKE_ROUNDS;
	if (plan.timeshared) {
		plan.samples = (uint32_t)min_u64(plan.samples,
						 TIMESHARED_SAMPLES);
		plan.checks = TIMESHARED_CHECKS;
		ms = check_ms = min_u64(ms, TIMESHARED_MS);
	}
	plan.check_ticks = ticks_of_ms(check_ms);
	plan.ticks = ticks_of_ms(ms);
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
	trial_begin(WAKE_KEY(variant, plan->cores));
	return true;
}

void wake_skip(const struct wake_plan *plan, const char *variant,
	       const char *reason)
{
	if (reason && wake_wants(plan, variant))
		trial_skip(WAKE_KEY(variant, plan->cores), reason);
}

int64_t wake_report(const struct record_key *key, const char *per,
		    uint32_t batch, const struct history *history,
		    int64_t *samples, uint32_t n)
{
	return trial_report_rounds(&(struct result){
		.key = *key, .per = per, .batch = batch,
		.overhead = (int64_t)read_cost(0) }, history, samples, n);
}

static void pair_fields(const void *of)
{
	const struct wake_pair_row *row = of;
	const struct machine_core_info *a = machine_core_info(0);
	const struct machine_core_info *b = machine_core_info(row->partner);

	log_text("pair", distance_name(distance_between(a, b)));
	if (row->skew)
		log_number("skew_ticks", machine_clock()->skew_ticks);
}

int64_t wake_report_pair(const struct wake_pair_row *row,
			 const struct history *history, int64_t *samples,
			 uint32_t n)
{
	const struct param params[] = {
		{ "partner", row->partner },
		{ row->hint < 0 ? NULL : "hint", row->hint }, { NULL, 0 } };

	return trial_report_rounds(&(struct result){
		.key = { WAKE, row->variant, 2, params }, .per = row->per,
		.batch = 1, .overhead = (int64_t)read_cost(0),
		.fields = pair_fields, .of = row }, history, samples, n);
}

/* ---- the experiment ---------------------------------------------------- */

/* Those that use interrupts and the timer bound each wait themselves; so core 0's
 * tick does not bound them. */
static const struct {
	const char *name;
	bool (*run)(const struct settings *settings);
	bool interrupts;
} parts[] = {
	{ "pairs", wake_pairs, true }, { "ipi", wake_ipis, true },
	{ "barrier", wake_barriers, false },
	{ "timer", wake_deadlines, true },
};
#define PARTS (sizeof(parts) / sizeof(parts[0]))

static unsigned wake_steps(const struct settings *settings)
{
	(void)settings;
	return PARTS;
}

static bool wake_run(const struct settings *settings)
{
	bool ok = true;

	for (unsigned i = 0; i < PARTS; i++) {
		trial_begin(WAKE_KEY(parts[i].name, settings->cores));
		if (parts[i].interrupts)
			bound_pause();
		ok = parts[i].run(settings) && ok;
		if (parts[i].interrupts)
			bound_resume();
		trial_step(1);
	}
	return ok;
}

EXPERIMENT_RUN(wake, wake_steps, wake_run,
	       "how long to wake or interrupt a core, to meet; how late is a "
	       "deadline?", .order = ORDER_PARTS,
	       .page = "poll futex hlt mwait");
