/* SPDX-License-Identifier: MIT */
/*
 * The curves of experiment `threads`. All points of all designs run in each
 * round, forwards and backwards in turn, so that designs can be compared, and
 * the k of one design, too.
 */
#include "bench/experiments/threads/threads.h"

#include "bench/conditions/timesharing.h"
#include "bench/harness/trial.h"
#include "bench/samples/history.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define REASON_MAX 64u

/* ---- what there is to do ------------------------------------------------ */

struct ks {
	unsigned n, k[THREADS_POINTS];
};

/* The published k; those of the quick suite, on both sides of where the formula
 * puts the best one; and where cores take turns. */
static const struct ks full_ks[THREADS_CASES] = {
	[THREADS_PURE] = { 7, { 1, 2, 5, 10, 18, 40, 100 } },
	[THREADS_SLEEPING] = { 8, { 1, 2, 5, 10, 18, 25, 40, 100 } },
};
static const struct ks quick_ks[THREADS_CASES] = {
	[THREADS_PURE] = { 5, { 1, 2, 5, 10, 18 } },
	[THREADS_SLEEPING] = { 6, { 1, 2, 5, 10, 18, 25 } },
};
static const struct ks timeshared_ks = { 2, { 1, 2 } };

/* `fixed` ends here, at k = 25 and 5: k tasks that sleep take it k times as
 * long as one. */
#define FULL_FIXED_POINTS 6u
#define QUICK_FIXED_POINTS 3u

static const struct ks *ks_of(const struct settings *settings,
			      enum threads_case which)
{
	if (timeshared())
		return &timeshared_ks;
	return settings->full ? &full_ks[which] : &quick_ks[which];
}

static unsigned points_of(const struct settings *settings,
			  const struct threads_design *design,
			  enum threads_case which)
{
	unsigned n = ks_of(settings, which)->n;

	if (which == THREADS_PURE)
		return design->pure ? n : 0;
	if (strcmp(design->name, "fixed"))
		return n;
	return (unsigned)min_u64(n, settings->full ? FULL_FIXED_POINTS
						   : QUICK_FIXED_POINTS);
}

unsigned threads_rounds(const struct settings *settings)
{
	return timeshared() ? 1 :
	       (unsigned)min_u64(settings->rounds, settings->full ?
				 THREADS_ROUNDS : THREADS_ROUNDS_QUICK);
}

unsigned threads_passes(const struct settings *settings,
			const struct threads_design *design,
			enum threads_case which)
{
	return points_of(settings, design, which) * threads_rounds(settings);
}

/* ---- rounds ------------------------------------------------------------- */

struct pass {
	struct threads_curve *curve;
	unsigned point;
	struct history history;
};

struct drawing {
	const struct threads_plan *plan;
	enum threads_case which;
	unsigned passes;
	struct pass pass[THREADS_DESIGNS * THREADS_POINTS];
};

/* Memory ends here: so it did for all larger k. */
static void end_curve(const struct threads_plan *plan,
		      struct threads_curve *curve, unsigned point,
		      const char *trouble)
{
	const struct record_key key = { "threads", curve->design->name,
					plan->cores, NULL };
	char reason[REASON_MAX];

	format(reason, sizeof(reason), "from k=%u on: %s",
	       curve->point[point].k, trouble);
	trial_skip(&key, reason);
	curve->points = point;
}

static bool pass_point(void *of, unsigned subject, unsigned round)
{
	struct drawing *d = of;
	struct pass *pass = &d->pass[subject];
	struct threads_curve *curve = pass->curve;
	struct threads_point *point = &curve->point[pass->point];
	const char *trouble;
	int64_t took;

	do {
		if (curve->wrong || pass->point >= curve->points)
			return true;
		history_begin(&pass->history, d->plan->cores);
		if (!threads_measure(d->plan, curve, d->which, point, round,
				     &trouble)) {
			end_curve(d->plan, curve, pass->point, trouble);
			return true;
		}
		took = point->round[THREADS_TOOK][round];
	} while (!history_add(&pass->history, &took, 1));
	return true;
}

static void prepare_passes(struct drawing *d, struct threads_curve *curve)
{
	const struct settings *settings = d->plan->settings;

	curve->points = points_of(settings, curve->design, d->which);
	for (unsigned i = 0; i < curve->points; i++) {
		curve->point[i].k = ks_of(settings, d->which)->k[i];
		d->pass[d->passes++] = (struct pass){ curve, i, { 0 } };
	}
}

/* A later round may have shown that an earlier one was disturbed. */
static void mark_disturbed(const struct pass *pass)
{
	struct threads_point *point = &pass->curve->point[pass->point];

	for (unsigned r = 0; r < point->rounds; r++)
		point->disturbed[r] = pass->history.disturbed[r];
}

void threads_draw(const struct threads_plan *plan,
		  struct threads_results *results, enum threads_case which)
{
	static struct drawing d; /* too large for a stack */
	struct threads_curve *curve = results->curve[which];
	unsigned done;

	d = (struct drawing){ .plan = plan, .which = which };
	for (unsigned i = 0; i < results->designs; i++)
		prepare_passes(&d, &curve[i]);
	trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = d.passes,
			    .wanted = threads_rounds(plan->settings) },
		.steps = 1, .pass = pass_point, .of = &d }, &done);
	for (unsigned i = 0; i < d.passes; i++)
		mark_disturbed(&d.pass[i]);
	for (unsigned i = 0; i < results->designs; i++) {
		if (curve[i].wrong)
			curve[i].points = 0;
		if (curve[i].points)
			threads_record(plan, &curve[i], which);
	}
}
