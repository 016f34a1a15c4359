/* SPDX-License-Identifier: MIT */
/*
 * How many threads may there be? Tasks that compute decimals of pi, and sleep
 * in between, by every registered design (design.h): how long k x cores of
 * them take, with how many workers, and how long they starve.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/config/names.h"
#include "bench/config/rows.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "kernel/ticks.h"

REGISTRY(qc_threads_designs, const struct threads_design);
BEGINS_AS_NAMED(threads_design, summary); /* names.c lists and checks them */

static unsigned choose_designs(const struct settings *settings,
			       const struct threads_design **design)
{
	unsigned n = 0;

	REGISTRY_EACH(qc_threads_designs, const struct threads_design, entry)
		if (n < THREADS_DESIGNS &&
		    settings_wants(settings, (*entry)->name))
			design[n++] = *entry;
	return n;
}

static unsigned count_steps(const struct settings *settings)
{
	const struct threads_design *design[THREADS_DESIGNS];
	unsigned n = choose_designs(settings, design);
	unsigned total = 1; /* the sleepers */

	for (unsigned i = 0; i < n; i++)
		total += threads_steps(settings, design[i]);
	return total;
}

bool threads_verdict(const struct record_key *key, uint64_t operations,
		     bool wrong)
{
	return trial_verdict(key, &(struct proof){ "the digits are pi's",
		.operations = operations, .proven = proven_if(!wrong),
		.why = "wrong digits" });
}

/* Tasks sleep, and all is told, in milliseconds. A record each, one line. */
static void skip_designs(const struct threads_design *const *design,
			 unsigned count)
{
	static const char why[] = "the time stamp's frequency is not known";

	for (unsigned i = 0; i < count; i++)
		record_skipped(&(struct record_key){ "threads",
						     design[i]->name, 0, NULL }, why);
	table_note(&(struct record_key){ "threads", "threads", 0, NULL }, why);
}

static bool measure(const struct settings *settings)
{
	const struct threads_design *design[THREADS_DESIGNS];
	unsigned count = choose_designs(settings, design);
	struct threads_plan plan;
	bool ok;

	if (!count)
		return true;
	if (!ticks_known()) {
		skip_designs(design, count);
		return true;
	}
	if (!threads_make_plan(&plan, settings))
		return false;
	ok = threads_curves(&plan, design, count);
	return threads_asleep(&plan) && ok;
}

ROWS_EACH(threads, NAMES_DESIGNS, "", "", NULL);
EXPERIMENT_RUN(threads, count_steps, measure,
	       "how many workers, where tasks compute and sleep?",
	       .order = ORDER_WHOLE, .step_ms = { 18, 180 },
	       .page = "fixed unbounded osthread");
