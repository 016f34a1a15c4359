/* SPDX-License-Identifier: MIT */
/*
 * What it costs to wake a core, to interrupt it, to have all meet, and how
 * late a deadline comes. All of it takes two parties that do different things
 * and may fail to answer, so each part takes its samples itself (pair.c, ipi.c,
 * barrier.c, deadline.c); here stands what they share.
 */
#include "bench/experiments/wake/wake.h"

#include "bench/conditions/bound.h"
#include "bench/conditions/core_pairs.h"
#include "bench/conditions/read_cost.h"
#include "bench/conditions/timesharing.h"
#include "bench/samples/scratch.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define SAMPLES_MAX 512u         /* of a row */
#define ROUNDS 10u               /* six clean ones: with fewer nothing is sure */
#define CHECKS 1000u
#define CHECK_MS 250u
#define PATIENCE_MS 1000u        /* a loaded emulator looks away for long */
#define ROW_MS_MAX 500u          /* no row without a word for longer */

/* Where cores take turns. */
#define TIMESHARED_SAMPLES 16u
#define TIMESHARED_CHECKS 8u
#define TIMESHARED_MS 20u

static bool ok; /* no answer was wrong */

const struct wake_plan *wake_plan(const struct settings *settings,
				  unsigned cores)
{
	static struct wake_plan plan;
	uint64_t samples = min_u64(settings->samples, SAMPLES_MAX);
	uint64_t ms = min_u64(settings->budget_ms, ROW_MS_MAX);

	scratch_empty();
	timesharing_look(cores);
	if (timeshared())
		timesharing_look(cores); /* a busy moment is no time sharing */
	plan = (struct wake_plan){
		.settings = settings, .cores = cores,
		.timeshared = timeshared(), .rounds = ROUNDS, .checks = CHECKS,
		.check_ticks = ticks_of_ms(CHECK_MS),
		.patience = ticks_of_ms(PATIENCE_MS) };
	if (plan.timeshared) {
		ms = min_u64(ms, TIMESHARED_MS);
		samples = min_u64(samples, TIMESHARED_SAMPLES);
		plan.rounds = 1;
		plan.checks = TIMESHARED_CHECKS;
		plan.check_ticks = ticks_of_ms(ms);
	}
	plan.samples = (uint32_t)samples / plan.rounds;
	plan.ticks = ticks_of_ms(ms) / plan.rounds;
	return &plan;
}

uint64_t wake_stop(void)
{
	return machine_clock()->has_rdtscp ? tsc_stop_rdtscp()
					   : tsc_stop_lfence();
}

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

bool wake_verdict(const struct record_key *key, const struct proof *proof)
{
	bool right = trial_verdict(key, proof);

	ok &= right;
	return right;
}

void wake_measure(const struct wake_plan *plan, struct row *rows,
		  unsigned count)
{
	for (struct row *row = rows; row < rows + count; row++) {
		row->most = plan->samples;
		row->result.overhead = (int64_t)read_cost(0);
	}
	rows_measure(rows, count, &(struct rounds){ .wanted = plan->rounds },
		     0);
	rows_report(rows, count);
}

void wake_log_pair(const void *of)
{
	const struct row *row = of;

	log_text("pair", distance_name(distance_between(
		machine_core_info(0), machine_core_info(row->cores - 1))));
}

/* ---- the experiment ---------------------------------------------------- */

/* Those that use interrupts and the timer bound each wait themselves; so core 0's
 * tick does not bound them. */
static const struct {
	const char *name;
	void (*run)(const struct settings *settings);
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
	ok = true;
	for (unsigned i = 0; i < PARTS; i++) {
		trial_begin(WAKE_KEY(parts[i].name, settings->cores));
		if (parts[i].interrupts)
			bound_pause();
		parts[i].run(settings);
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
