/* SPDX-License-Identifier: MIT */
/* What experiment `threads` found, each beside the published figure. */
#include "bench/experiments/threads/threads.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/scale.h"
#include "bench/report/finding.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define NAME_MAX 32u

static const struct threads_curve *curve_of(const struct threads_results *r,
					    enum threads_case which,
					    const char *name)
{
	for (unsigned i = 0; i < r->designs; i++)
		if (!strcmp(r->curve[which][i].design->name, name) &&
		    r->curve[which][i].points)
			return &r->curve[which][i];
	return NULL;
}

static const struct threads_point *last_point(const struct threads_curve *curve)
{
	return &curve->point[curve->points - 1];
}

static int64_t published_ms(uint64_t ticks)
{
	return (int64_t)scale_ms(ticks);
}

/* b over a, in thousandths. */
static int64_t ratio_milli(uint64_t b, uint64_t a)
{
	return (int64_t)(b * 1000 / max_u64(a, 1));
}

/* ---- tasks that only compute -------------------------------------------- */

static void find_together(const struct threads_plan *plan,
			  const struct threads_curve *fixed)
{
	int64_t ms = published_ms(fixed->point[0].took);

	report_finding("threads", "together", ms, "published seconds",
		       "A task alone: %s s; one on each core: %s s "
		       "(published: 3, 4.8)", text_of(published_ms(plan->cpu)),
		       text_of(ms));
}

static void find_no_gain(const struct threads_point *fixed,
			 const struct threads_point *many)
{
	int64_t ratio = ratio_milli(many->took, fixed->took);

	if (fixed->k == many->k)
		report_finding("threads", "pure_ratio", ratio, "ratio",
			       "%u x cores tasks, a worker each: %s x fixed's "
			       "time (published: 1)", fixed->k, text_of(ratio));
}

static void find_starving(const struct threads_point *fixed,
			  const struct threads_point *many)
{
	int64_t first = published_ms(many->earliest);
	int64_t late = published_ms(many->late);

	report_finding("threads", "first_done", first, "published seconds",
		       "First of all done: unbounded %s s, fixed %s "
		       "(published: they starve)", text_of(first),
		       text_of(published_ms(fixed->earliest)));
	report_finding("threads", "bystander", late, "published seconds",
		       "Others wait: unbounded %s s, fixed %s "
		       "(published: they starve)", text_of(late),
		       text_of(published_ms(fixed->late)));
}

static void find_pure(const struct threads_plan *plan,
		      const struct threads_results *r)
{
	const struct threads_curve *fixed = curve_of(r, THREADS_PURE, "fixed");
	const struct threads_curve *many = curve_of(r, THREADS_PURE,
						    "unbounded");

	if (fixed)
		find_together(plan, fixed);
	if (!fixed || !many)
		return;
	find_no_gain(last_point(fixed), last_point(many));
	find_starving(last_point(fixed), last_point(many));
}

/* ---- tasks that sleep --------------------------------------------------- */

static unsigned points_of(const struct threads_curve *curve,
			  struct utilisation_point *point)
{
	for (unsigned i = 0; i < curve->points; i++)
		point[i] = (struct utilisation_point){ curve->point[i].k,
						       curve->point[i].took };
	return curve->points;
}

/* Measured where nobody waits: one task on each core. */
static void find_formula(const struct threads_plan *plan,
			 const struct threads_curve *curve)
{
	struct utilisation_point point[THREADS_POINTS];
	uint64_t ppm = utilisation_ppm(curve->point[0].busy,
				       curve->point[0].resident);
	int64_t threads = (int64_t)utilisation_threads_milli(plan->cores, ppm);
	unsigned best = utilisation_best_k(point, points_of(curve, point));
	int64_t share = (int64_t)utilisation_threads_milli(1, ppm);

	report_finding("threads", "utilisation", (int64_t)ppm, "permille",
		       "A task computes for 1/%s of its time (published: 1/18)",
		       text_of(share));
	report_finding("threads", "formula", threads, "threads",
		       "Cores / utilisation: %s threads, %s a core (published: "
		       "222, 18.5)", text_of(threads), text_of(share));
	report_finding("threads", "best_k", best * 1000, "tasks a core",
		       "Best k by %s: %u; the formula says %s "
		       "(published: 18.5)", curve->design->name, best,
		       text_of(share));
}

/* The last point at which the tasks together do not want more than there is. */
static const struct threads_point *full_cores(const struct threads_curve *curve)
{
	const struct threads_point *p = NULL;

	for (unsigned i = 0; i < curve->points; i++)
		if (curve->point[i].k * THREADS_CPU_MS <= THREADS_WHOLE_MS)
			p = &curve->point[i];
	return p;
}

static void find_batch(const struct threads_curve *fixed)
{
	const struct threads_point *p = last_point(fixed);
	int64_t ms = published_ms(p->took / p->k);

	report_finding("threads", "fixed_batch", ms, "published seconds",
		       "Fixed: %s s for each task a core (published: 55)",
		       text_of(ms));
}

static void find_flat(const struct threads_curve *curve, const char *published)
{
	struct utilisation_point point[THREADS_POINTS];
	unsigned flat = utilisation_flat_to(point, points_of(curve, point));
	const struct threads_point *last = last_point(curve);
	int64_t rise = ratio_milli(last->took, curve->point[0].took);
	char name[NAME_MAX];

	format(name, sizeof(name), "flat_%s", curve->design->name);
	report_finding("threads", name, flat * 1000, "tasks a core",
		       "%s: flat to k = %u; k = %u: %s x, %u workers "
		       "(published: %s)", curve->design->name, flat,
		       last->k, text_of(rise), last->workers, published);
}

/* What the gate takes off where cores are just busy: further on all rise. */
static void find_gate(const struct threads_results *r)
{
	const struct threads_curve *gated = curve_of(r, THREADS_SLEEPING,
						     "gated");
	const struct threads_curve *many = curve_of(r, THREADS_SLEEPING,
						    "unbounded");
	const struct threads_point *a = gated ? full_cores(gated) : NULL;
	const struct threads_point *b = many ? full_cores(many) : NULL;
	int64_t off;

	if (!a || !b || a->k != b->k)
		return;
	off = ratio_milli(a->took, b->took);
	report_finding("threads", "gate", off, "ratio",
		       "k = %u: unbounded rose %s x, gated %s x "
		       "(published: most of it gone)", a->k,
		       text_of(ratio_milli(b->took, many->point[0].took)),
		       text_of(ratio_milli(a->took, gated->point[0].took)));
}

/* The published words on each design's curve. */
static const struct {
	const char *design, *words;
} published[] = {
	{ "unbounded", "10" }, { "gated", "less rise" },
	{ "steps", "so, 12" }, { "virtual", "so" },
	{ "osthread", "10" },
};

static void find_sleeping(const struct threads_plan *plan,
			  const struct threads_results *r)
{
	const struct threads_curve *c = curve_of(r, THREADS_SLEEPING, "fixed");

	if (c)
		find_batch(c);
	for (unsigned i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
		c = curve_of(r, THREADS_SLEEPING, published[i].design);
		if (c)
			find_flat(c, published[i].words);
	}
	find_gate(r);
	c = curve_of(r, THREADS_SLEEPING, "virtual");
	if (c)
		find_formula(plan, c);
}

/* ---- who sleeps --------------------------------------------------------- */

static void find_asleep(const struct threads_asleep *a)
{
	int64_t slower = (ratio_milli(a->beside, a->alone) - 1000) * 100;
	int64_t spread = ratio_milli(a->spread, a->alone) * 100;

	report_finding("threads", "asleep", slower, "percent",
		       "%u sleepers: work takes %s %% longer, spread %s %% "
		       "(published: nothing)", a->sleepers,
		       text_of(slower), text_of(spread));
}

void threads_report_findings(const struct threads_plan *plan,
			     const struct threads_results *results)
{
	if (timeshared())
		return; /* cores that take turns tell about their host */
	find_pure(plan, results);
	find_sleeping(plan, results);
	if (results->asleep.beside && !results->asleep.wrong)
		find_asleep(&results->asleep);
}
