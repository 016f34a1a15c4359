/* SPDX-License-Identifier: MIT */
/*
 * How many threads may there be? Tasks that compute decimals of pi, and sleep
 * in between, by every registered design (bench/experiments/threads/design.h): how long
 * k x cores of them take, with how many workers, and how long they starve.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/names.h"
#include "bench/config/rows.h"
#include "bench/report/progress.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "bench/harness/trial_old.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/ticks.h"

#define REASON_MAX 64u

static const char no_clock[] = "the time stamp's frequency is not known";

REGISTRY(qc_threads_designs, const struct threads_design);
BEGINS_AS_NAMED(threads_design, summary); /* names.c lists and checks them */

/* ---- what there is to do ---------------------------------------------------- */

struct ks {
	unsigned n, k[THREADS_POINTS];
};

/* The published k; a few of them; and where cores take turns. */
static const struct ks full_ks[THREADS_CASES] = {
	[THREADS_PURE] = { 7, { 1, 2, 5, 10, 25, 50, 100 } },
	[THREADS_SLEEPING] = { 6, { 1, 2, 5, 10, 18, 25 } },
};
static const struct ks quick_ks[THREADS_CASES] = {
	[THREADS_PURE] = { 2, { 1, 20 } },
	[THREADS_SLEEPING] = { 3, { 1, 2, 18 } },
};
static const struct ks timeshared_ks = { 2, { 1, 3 } };

static const struct ks *ks_of(const struct settings *settings,
			      enum threads_case which)
{
	if (timeshared())
		return &timeshared_ks;
	return settings->full ? &full_ks[which] : &quick_ks[which];
}

/* The wanted designs in the order of their ranks. */
static unsigned choose(const struct settings *settings,
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

static unsigned steps(const struct settings *settings)
{
	const struct threads_design *design[THREADS_DESIGNS];
	unsigned n = choose(settings, design), total = 1; /* the sleepers */

	for (unsigned i = 0; i < n; i++) {
		total += ks_of(settings, THREADS_SLEEPING)->n;
		if (design[i]->pure)
			total += ks_of(settings, THREADS_PURE)->n;
	}
	return total;
}

/* ---- the curves ---------------------------------------------------------------- */

static void draw(const struct threads_plan *plan, struct threads_curve *curve,
		 enum threads_case which)
{
	const struct ks *ks = ks_of(plan->settings, which);
	char reason[REASON_MAX];
	const char *trouble;

	for (unsigned i = 0; i < ks->n && !curve->wrong; i++) {
		if (!threads_measure(plan, curve, which, ks->k[i], &trouble)) {
			format(reason, sizeof(reason), "from k=%u on: %s",
			       ks->k[i], trouble);
			old_skipped("threads", curve->design->name, reason);
			old_note(curve->design->name, reason);
			break;
		}
		old_progress("threads", curve->design->name, 1);
	}
	if (curve->points && !curve->wrong)
		threads_record(plan, curve, which);
}

/* Digits that were not pi's fail the run. */
static bool verdict(const struct threads_plan *plan,
		    const struct threads_results *r, unsigned i)
{
	const struct threads_curve *pure = &r->curve[THREADS_PURE][i];
	const struct threads_curve *sleeping = &r->curve[THREADS_SLEEPING][i];
	struct variant variant = { .name = sleeping->design->name,
				   .property = "the digits are pi's" };
	struct cell cell = { .variant = &variant, .experiment = "threads",
			     .cores = plan->cores,
			     .checked = pure->tasks + sleeping->tasks };
	bool wrong = pure->wrong || sleeping->wrong;

	if (cell.checked)
		old_validation(&cell, !wrong);
	if (wrong)
		old_note(variant.name, "wrong digits");
	return !wrong;
}

static bool sleepers(const struct threads_plan *plan,
		     struct threads_asleep *asleep)
{
	char reason[REASON_MAX];

	if (!threads_asleep(plan, asleep))
		old_skipped("threads", "asleep", "not enough memory");
	else if (asleep->sleepers < asleep->wanted) {
		format(reason, sizeof(reason), "memory for %u of %u sleepers",
		       asleep->sleepers, asleep->wanted);
		log_warning("few_sleepers", "threads: %s", reason);
		old_note("asleep", reason);
	}
	if (asleep->wrong)
		old_note("asleep", "wrong digits");
	old_progress("threads", "asleep", 1);
	return !asleep->wrong;
}

/* Tasks sleep, and all is told, in milliseconds. */
static bool skip(const struct settings *settings)
{
	const struct threads_design *design[THREADS_DESIGNS];
	unsigned designs = choose(settings, design);

	for (unsigned i = 0; i < designs; i++)
		old_skipped("threads", design[i]->name, no_clock);
	if (designs)
		old_note("threads", no_clock);
	return true;
}

static bool run(const struct settings *settings)
{
	static struct threads_results results; /* too large for a stack */
	const struct threads_design *design[THREADS_DESIGNS];
	struct threads_plan plan;
	bool ok = true;

	results = (struct threads_results){
		.designs = choose(settings, design),
	};
	if (!ticks_known())
		return skip(settings);
	if (!results.designs || !threads_plan(&plan, settings))
		return !results.designs;
	for (unsigned c = 0; c < THREADS_CASES; c++)
		for (unsigned i = 0; i < results.designs; i++) {
			results.curve[c][i].design = design[i];
			if (c == THREADS_SLEEPING || design[i]->pure)
				draw(&plan, &results.curve[c][i], c);
		}
	for (unsigned i = 0; i < results.designs; i++)
		ok &= verdict(&plan, &results, i);
	ok &= sleepers(&plan, &results.asleep);
	threads_page(&plan, &results);
	threads_find(&plan, &results);
	return ok;
}

static const struct variant *names(unsigned *count)
{
	MADE_ROWS(made, THREADS_DESIGNS);

	REGISTRY_EACH(qc_threads_designs, const struct threads_design, entry)
		made_rows_name(&made, (*entry)->name, (*entry)->summary);
	*count = made.count;
	return made.row;
}

ROWS_MADE(threads, names);
EXPERIMENT_RUN(threads, steps, run,
	       "how many workers, where tasks compute and sleep?",
	       .order = ORDER_WHOLE);
