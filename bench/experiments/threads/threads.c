/* SPDX-License-Identifier: MIT */
/*
 * How many threads may there be? Tasks that compute decimals of pi, and sleep
 * in between, by every registered design (design.h): how long k x cores of
 * them take, with how many workers, and how long they starve.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/config/names.h"
#include "bench/config/rows.h"
#include "bench/harness/trial.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/ticks.h"

#define REASON_MAX 64u

static const char no_clock[] = "the time stamp's frequency is not known";

REGISTRY(qc_threads_designs, const struct threads_design);
BEGINS_AS_NAMED(threads_design, summary); /* names.c lists and checks them */

/* The wanted designs in the order of their ranks. */
static unsigned choose_designs(const struct settings *settings,
		       const struct threads_design **design)
{
	unsigned n = 0;

	REGISTRY_EACH(qc_threads_designs, const struct threads_design, entry) {
		unsigned at = n;

		if (n == THREADS_DESIGNS ||
		    !settings_wants(settings, (*entry)->name))
			continue;
		for (; at && design[at - 1]->rank > (*entry)->rank; at--)
			design[at] = design[at - 1];
		design[at] = *entry;
		n++;
	}
	return n;
}

static unsigned count_steps(const struct settings *settings)
{
	const struct threads_design *design[THREADS_DESIGNS];
	unsigned n = choose_designs(settings, design);
	unsigned total = 1; /* the sleepers */

	for (unsigned i = 0; i < n; i++)
		for (unsigned c = 0; c < THREADS_CASES; c++)
			total += threads_passes(settings, design[i], c);
	return total;
}

/* Digits that were not pi's fail the run. */
static bool prove_design(const struct threads_plan *plan,
			 const struct threads_results *r, unsigned i)
{
	const struct threads_curve *pure = &r->curve[THREADS_PURE][i];
	const struct threads_curve *sleeping = &r->curve[THREADS_SLEEPING][i];
	const struct record_key key = { "threads", sleeping->design->name,
					plan->cores, NULL };

	return trial_verdict(&key, &(struct proof){ THREADS_PROPERTY,
		.operations = pure->tasks + sleeping->tasks,
		.proven = proven_if(!pure->wrong && !sleeping->wrong),
		.why = "wrong digits" });
}

static bool measure_sleepers(const struct threads_plan *plan,
			     struct threads_asleep *asleep)
{
	const struct record_key key = { "threads", "asleep", plan->cores,
					NULL };
	char reason[REASON_MAX];

	if (!threads_measure_asleep(plan, asleep))
		trial_skip(&key, "not enough memory");
	else if (asleep->sleepers < asleep->wanted) {
		format(reason, sizeof(reason), "memory for %u of %u sleeper%s",
		       asleep->sleepers, asleep->wanted,
		       format_s(asleep->wanted));
		log_warning("few_sleepers", "threads: %s", reason);
		table_note(&key, reason);
	}
	trial_step(1);
	return trial_verdict(&key, &(struct proof){ THREADS_PROPERTY,
		.proven = proven_if(!asleep->wrong), .why = "wrong digits" });
}

/* Tasks sleep, and all is told, in milliseconds. A record each, one line. */
static bool skip_designs(const struct threads_design *const *design,
			 unsigned designs)
{
	struct record_key key = { .experiment = "threads" };

	for (unsigned i = 0; i < designs; i++) {
		key.variant = design[i]->name;
		record_skipped(&key, no_clock);
	}
	key.variant = "threads";
	if (designs)
		table_note(&key, no_clock);
	return true;
}

static bool measure_designs(const struct settings *settings)
{
	static struct threads_results results; /* too large for a stack */
	const struct threads_design *design[THREADS_DESIGNS];
	struct threads_plan plan;
	bool ok = true;

	results = (struct threads_results){
		.designs = choose_designs(settings, design),
	};
	if (!ticks_known())
		return skip_designs(design, results.designs);
	if (!results.designs || !threads_make_plan(&plan, settings))
		return !results.designs;
	threads_record_task(&plan);
	for (unsigned c = 0; c < THREADS_CASES; c++) {
		for (unsigned i = 0; i < results.designs; i++)
			results.curve[c][i].design = design[i];
		threads_draw(&plan, &results, c);
	}
	for (unsigned i = 0; i < results.designs; i++)
		ok &= prove_design(&plan, &results, i);
	ok &= measure_sleepers(&plan, &results.asleep);
	threads_record_nights(plan.cores, &results.asleep);
	threads_show(&plan, &results);
	return ok;
}

ROWS_EACH(threads, NAMES_DESIGNS, "", "", NULL);
EXPERIMENT_RUN(threads, count_steps, measure_designs,
	       "how many workers, where tasks compute and sleep?",
	       .order = ORDER_WHOLE, .step_ms = { 18, 180 },
	       .page = "fixed unbounded osthread");
