/* SPDX-License-Identifier: MIT */
/*
 * What does it cost to hand a task to a pool, and when does it pay? Every
 * registered executor runs tasks of ten lengths, by the method of the open
 * .NET book's chapter on thread pools (docs/method.md).
 */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/settings.h"
#include "bench/harness/shared_queue.h"
#include "bench/harness/sweep.h"
#include "bench/harness/trial.h"
#include "bench/experiments/dispatch/check.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

/* How much of a pass is written: rows of each series. */
static const struct detail {
	unsigned first, whole, quantiles, decisions;
} quick_detail = { 12, 16, 8, 6 }, full_detail = { 1000, 1000, 1000, 200 };

/* ---- how many steps ---------------------------------------------------- */

/* Of a cell: the number of its tasks, the rounds, the pass with stamps. */
static unsigned steps_of(const struct dispatch_group *g)
{
	return dispatch_count_planned(g) * (g->rounds + 2);
}

static unsigned dispatch_steps(const struct settings *settings)
{
	/* Too large for a stack. */
	struct dispatch_group *g = scratch_keep(sizeof(*g));
	unsigned sum = 0;

	for (unsigned c = 1; g && c; c = sweep_next_cores(settings, c)) {
		dispatch_plan_group(settings, c, g);
		sum += steps_of(g);
	}
	return sum;
}

/* ---- before the passes ------------------------------------------------- */

static void leave_subject_out(struct dispatch_group *g, unsigned subject)
{
	for (unsigned p = 0; p < DISPATCH_POINTS; p++)
		g->cell[subject][p].subject = NULL;
}

static bool dispatch_validate(const struct dispatch_subject *s, unsigned cores)
{
	struct record_key key = dispatch_key(s, cores, NULL);
	struct proof proof;

	trial_begin(&key);
	/* Without memory executor_check() proves what it can. */
	proof = shared_queue_prove(s->options.lock, s->options.queue, cores);
	proof.property = EXECUTOR_PROPERTY;
	proof.primitive = NULL;
	proof.operations = 0;
	if (proof.proven != DISPROVEN)
		executor_check(&(struct executor_checked){
			.kind = s->kind, .options = &s->options,
			.executor = s->executor, .memory = s->memory,
			.cores = cores }, &proof);
	return trial_verdict(&key, &proof);
}

static bool subject_planned(const struct dispatch_group *g, unsigned subject)
{
	for (unsigned p = 0; p < DISPATCH_POINTS; p++)
		if (g->cell[subject][p].subject)
			return true;
	return false;
}

/* False: a validation failed; that executor is left out, the others are not. */
static bool validate_subjects(struct dispatch_group *g)
{
	bool ok = true;

	for (unsigned s = 0; s < g->subjects; s++) {
		struct dispatch_subject *subject = &g->subject[s];
		struct record_key key = dispatch_key(subject, g->cores, NULL);

		if (!subject_planned(g, s))
			continue;
		if (!dispatch_make_executor(subject, g->cores)) {
			trial_skip_memory(&key);
			leave_subject_out(g, s);
		} else if (!dispatch_validate(subject, g->cores)) {
			leave_subject_out(g, s);
			ok = false;
		}
	}
	return ok;
}

static bool dispatch_prepare(struct dispatch_group *g)
{
	struct record_key key = { "dispatch", "loop", g->cores, NULL };

	scratch_empty();
	if (!dispatch_make_room(g->cores, g->most_tasks))
		return trial_skip_memory(&key);
	if (!dispatch_keeps_samples(g->most_tasks))
		log_warning("histogram_only", "dispatch: no memory for %lu "
			    "samples on %u core%s; where more tasks run than "
			    "fit, a histogram alone is kept", g->most_tasks,
			    g->cores, format_s(g->cores));
	return true;
}

/* ---- passes ------------------------------------------------------------ */

static bool is_named(const struct dispatch_cell *c, const char *name)
{
	return !strcmp(c->subject->name, name);
}

/* Whose distributions are written. In the quick suite three lengths of the pools
 * that others published, and one of the rest: its log has a bound. */
static bool is_told_in_bins(const struct settings *settings,
			    const struct dispatch_cell *c)
{
	bool pool = is_named(c, "shared") || is_named(c, "adaptive");

	return c->cores == settings->cores &&
	       (c->point == DISPATCH_4700 ||
		((!c->point || c->point == DISPATCH_501) &&
		 (pool || settings->full)));
}

/* Whose samples are written one by one as well. */
static bool is_told_in_order(const struct settings *settings,
			     const struct dispatch_cell *c)
{
	return is_told_in_bins(settings, c) &&
	       (settings->full || c->point != DISPATCH_501);
}

static void record_order(const struct detail *d, const struct dispatch_cell *c)
{
	dispatch_first_samples(c, d->first);
	dispatch_whole_run(c, d->whole);
	dispatch_quantiles(c, d->quantiles);
}

/* What a pass left behind, beyond the result. Distributions of all lengths and
 * core counts in the full suite. */
static void record_detail(const struct settings *settings,
			  const struct dispatch_cell *c)
{
	const struct detail *d = settings->full ? &full_detail : &quick_detail;
	bool all_cores = c->cores == settings->cores;
	bool in_bins = is_told_in_bins(settings, c);

	if (!c->subject->kind->parallel || c->subject->exchanged)
		return;
	if (is_told_in_order(settings, c))
		record_order(d, c);
	if (in_bins || settings->full || (all_cores && !c->point))
		dispatch_find_peaks(c, in_bins || settings->histogram);
	if (c->point == DISPATCH_4700)
		dispatch_record_rule(c);
	if (all_cores && (c->point == DISPATCH_4700 || settings->full))
		dispatch_decisions(c, d->decisions);
}

/* Of an exchange, wall times beyond the empty task give the break-even only. */
static bool exchange_curve(const struct dispatch_cell *c)
{
	return c->subject->exchanged && c->point;
}

static bool measure_point(const struct settings *settings,
			  struct dispatch_group *g, unsigned point)
{
	if (!dispatch_measure_free(g, point))
		return false;
	for (unsigned s = 0; s < g->subjects; s++) {
		struct dispatch_cell *c = &g->cell[s][point];

		if (!c->subject)
			continue;
		if (exchange_curve(c) && !settings->full) {
			trial_step(1);
			continue;
		}
		if (!dispatch_measure_stamped(g, c))
			return false;
		if (settings->full || c->point != DISPATCH_4700)
			dispatch_record_cell(g, c, settings->full);
		record_detail(settings, c);
	}
	return true;
}

static bool dispatch_measure(const struct settings *settings,
			     struct dispatch_group *g)
{
	uint64_t patience = steps_of(g) * g->ticks * 3 / 2;
	uint64_t begun = tsc_read();
	bool ok = true;

	for (unsigned p = 0; p < DISPATCH_POINTS; p++) {
		ok &= measure_point(settings, g, p);
		if (tsc_read() - begun > patience)
			dispatch_lower_effort(g);
	}
	return ok;
}

/* ---- the experiment ---------------------------------------------------- */

/* The summary comes first, then a page for each executor. */
static void tell_group(const struct settings *settings,
		       const struct dispatch_group *g)
{
	bool all_cores = g->cores == settings->cores;

	if (all_cores) {
		dispatch_record_explained(g, settings->full);
		dispatch_show_summary(g);
		dispatch_show_explained(g);
	}
	for (unsigned s = 0; s < g->subjects; s++)
		if (settings->full || all_cores)
			dispatch_show_executor(g, s);
}

/* Once, before the first number of cores. */
static void warn_of_left_out(const struct dispatch_group *g)
{
	if (g->left_out && g->cores == 1)
		log_warning("few_executors", "dispatch: %u executors of %u are "
			    "left out, %u have room: name those you want by "
			    "variant=", g->left_out,
			    g->subjects + g->left_out, g->subjects);
}

static bool measure_on_cores(const struct settings *settings,
			     struct dispatch_group *g, unsigned cores)
{
	bool ok;

	timesharing_look(cores);
	dispatch_plan_group(settings, cores, g);
	warn_of_left_out(g);
	if (!dispatch_count_planned(g))
		return true;
	if (!dispatch_prepare(g))
		return false;
	ok = validate_subjects(g);
	g->explains = g->explains && dispatch_prepare_parts(g);
	if (cores == 1)
		dispatch_measure_stamp(g);
	ok &= dispatch_measure(settings, g);
	tell_group(settings, g);
	return ok;
}

static bool dispatch_run(const struct settings *settings)
{
	struct record_key key = { "dispatch", "loop", settings->cores, NULL };
	struct dispatch_group *g = scratch_keep(sizeof(*g));
	bool ok = true;

	if (!g)
		return trial_skip_memory(&key);
	dispatch_find_length();
	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		ok &= measure_on_cores(settings, g, c);
	return ok;
}

EXPERIMENT_RUN(dispatch, dispatch_steps, dispatch_run,
	       "what does it cost to hand a task to a pool, when does it pay?",
	       .order = ORDER_WHOLE, .step_ms = { 9, 27 },
	       .page = ""); /* each length has rows of its own */
