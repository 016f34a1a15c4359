/* SPDX-License-Identifier: MIT */
/* What experiment `threads` concludes, each beside the published figure. */
#include "bench/experiments/threads/threads.h"

#include "bench/conclusions/conclude.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/scale.h"
#include "bench/config/settings.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define TEXT_MAX 64u
#define K_MAX 16u

/* ---- rounds ------------------------------------------------------------- */

/* Of the conclusion in the making. */
static int64_t values[THREADS_POINTS][THREADS_ROUNDS];
static const struct threads_plan *plan;

/* What a round of a point is judged by, in thousandths. */
typedef int64_t figure(const struct threads_point *p, unsigned round);

static int64_t published_s(int64_t ticks)
{
	return (int64_t)scale_ms((uint64_t)ticks);
}

static int64_t took(const struct threads_point *p, unsigned round)
{
	return published_s(p->round[THREADS_TOOK][round]);
}

static int64_t took_each(const struct threads_point *p, unsigned round)
{
	return took(p, round) / p->k;
}

static int64_t earliest(const struct threads_point *p, unsigned round)
{
	return published_s(p->round[THREADS_EARLIEST][round]);
}

static int64_t late(const struct threads_point *p, unsigned round)
{
	return published_s(p->round[THREADS_LATE][round]);
}

static int64_t times_alone(const struct threads_point *p, unsigned round)
{
	return p->round[THREADS_TOOK][round] * 1000 / (int64_t)plan->cpu;
}

static int64_t permille(const struct threads_point *p, unsigned round)
{
	return p->round[THREADS_SHARE][round];
}

static int64_t formula(const struct threads_point *p, unsigned round)
{
	uint64_t ppm = (uint64_t)p->round[THREADS_SHARE][round];

	return (int64_t)utilisation_threads_milli(plan->cores, ppm);
}

static void add(struct conclusion *c, const char *name,
		const struct threads_point *p, figure *of)
{
	int64_t *value = values[c->subjects];

	for (unsigned r = 0; r < p->rounds; r++)
		value[r] = p->disturbed[r] ? GATE_NO_ROUND : of(p, r);
	c->subject[c->subjects++] = (struct subject){
		.name = name, .rounds = p->rounds, .round = value };
}

/* ---- claims ------------------------------------------------------------- */

struct side {
	const char *name;
	const struct threads_point *point;
};

static void find_ratio(const char *name, const char *what,
		       const char *published, struct side base,
		       struct side other, figure *of)
{
	struct conclusion c = {
		.experiment = "threads", .name = name, .claim = CLAIM_RATIO,
		.cores = plan->cores, .unit = "times", .what = what,
		.published = published,
	};

	add(&c, base.name, base.point, of);
	add(&c, other.name, other.point, of);
	conclude(&c);
}

static void find_value(const char *name, const char *what, const char *unit,
		       const char *published, struct side of_design, figure *of)
{
	struct conclusion c = {
		.experiment = "threads", .name = name, .claim = CLAIM_VALUE,
		.cores = plan->cores, .unit = unit, .what = what,
		.published = published,
	};

	add(&c, of_design.name, of_design.point, of);
	conclude(&c);
}

/* ---- curves ------------------------------------------------------------- */

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

static struct side last_of(const struct threads_curve *curve)
{
	return (struct side){ curve->design->name,
			      &curve->point[curve->points - 1] };
}

/* The last point that needs no more than so many per cent of the cores. */
static struct side fullest(const struct threads_curve *curve, unsigned percent)
{
	uint64_t whole = plan->cpu_ms + (plan->steps - 1) * THREADS_SLEEP_MS;
	const struct threads_point *p = &curve->point[0];

	for (unsigned i = 0; i < curve->points; i++)
		if ((uint64_t)curve->point[i].k * plan->cpu_ms * 100 <=
		    whole * percent)
			p = &curve->point[i];
	return (struct side){ curve->design->name, p };
}

/* ---- tasks that only compute -------------------------------------------- */

/* fixed and unbounded at the same k. */
static void compare_pure(struct side fixed, struct side many)
{
	char what[TEXT_MAX];

	format(what, sizeof(what), "Tasks that compute, %u a core",
	       many.point->k);
	find_ratio("pure_ratio", what, "the same", fixed, many, took);
	format(what, sizeof(what), "First task done, %u a core",
	       many.point->k);
	find_ratio("first_done", what, "they starve", fixed, many, earliest);
	format(what, sizeof(what), "Bystanders late, %u task%s a core",
	       many.point->k, format_s(many.point->k));
	find_ratio("bystander", what, "they starve", fixed, many, late);
}

static void find_pure(const struct threads_results *r)
{
	const struct threads_curve *fixed = curve_of(r, THREADS_PURE, "fixed");
	const struct threads_curve *many = curve_of(r, THREADS_PURE,
						    "unbounded");

	if (!fixed)
		return;
	find_value("together", "A task on each core takes %s times as long as "
		   "one alone", "times", "1.6",
		   (struct side){ "fixed", &fixed->point[0] }, times_alone);
	if (many && last_of(fixed).point->k == last_of(many).point->k)
		compare_pure(last_of(fixed), last_of(many));
}

/* ---- tasks that sleep --------------------------------------------------- */

/* A point of a design over its first. */
static void find_rise(const char *name, const struct threads_curve *curve,
		      const struct threads_point *p, const char *published)
{
	char what[TEXT_MAX], k[K_MAX];

	if (p->k == curve->point[0].k)
		return;
	format(what, sizeof(what), "Tasks that sleep, %s", curve->design->name);
	format(k, sizeof(k), "k = %u", p->k);
	find_ratio(name, what, published,
		   (struct side){ "k = 1", &curve->point[0] },
		   (struct side){ k, p }, took);
}

/* What the gate takes off where cores are just busy: further on all rise. */
static void find_gate(const struct threads_results *r)
{
	const struct threads_curve *gated = curve_of(r, THREADS_SLEEPING,
						     "gated");
	const struct threads_curve *many = curve_of(r, THREADS_SLEEPING,
						    "unbounded");
	struct side a, b;
	char what[TEXT_MAX];

	if (!gated || !many)
		return;
	a = fullest(gated, 100);
	b = fullest(many, 100);
	format(what, sizeof(what), "Tasks that sleep, k = %u", a.point->k);
	if (a.point->k == b.point->k)
		find_ratio("gate", what, "unbounded rises more", a, b, took);
}

/* Which k does most work a second. */
static void find_best_k(const struct threads_curve *curve)
{
	static char k[THREADS_POINTS][K_MAX];
	char what[TEXT_MAX];
	struct conclusion c = {
		.experiment = "threads", .name = "best_k",
		.claim = CLAIM_ORDER, .cores = plan->cores,
		.unit = "published s a task", .what = what,
		.superlative = "best", .published = "k = 18.5",
	};

	format(what, sizeof(what), "Tasks that sleep, %s",
	       curve->design->name);
	for (unsigned i = 0; i < curve->points; i++) {
		format(k[i], K_MAX, "k = %u", curve->point[i].k);
		add(&c, k[i], &curve->point[i], took_each);
	}
	conclude(&c);
}

/* Measured where nobody waits: one task on each core. */
static void find_formula(const struct threads_curve *curve)
{
	const struct side one = { curve->design->name, &curve->point[0] };

	find_value("utilisation", "A task computes for %s permille of its time",
		   "permille", "54", one, permille);
	find_value("formula", "Cores / utilisation: %s threads", "threads",
		   "222 on 12 cores", one, formula);
	find_best_k(curve);
}

/* The published words on each design's curve. */
static const struct {
	const char *design, *name, *words;
} published[] = {
	{ "unbounded", "flat_unbounded", "the same" },
	{ "gated", "flat_gated", "the same" },
	{ "steps", "flat_steps", "the same, to 18" },
	{ "virtual", "flat_virtual", "the same, to 18" },
	{ "osthread", "flat_osthread", "the same" },
};

/* At this load of the cores nobody needs to wait long: k = 10. */
#define FLAT_PERCENT 60u

static void find_sleeping(const struct threads_results *r)
{
	const struct threads_curve *c = curve_of(r, THREADS_SLEEPING, "fixed");

	if (c)
		find_rise("fixed_batch", c, last_of(c).point, "k times");
	for (unsigned i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
		c = curve_of(r, THREADS_SLEEPING, published[i].design);
		if (c)
			find_rise(published[i].name, c,
				  fullest(c, FLAT_PERCENT).point,
				  published[i].words);
	}
	find_gate(r);
	c = curve_of(r, THREADS_SLEEPING, "virtual");
	if (c)
		find_formula(c);
}

/* ---- who sleeps --------------------------------------------------------- */

static void find_asleep(const struct threads_asleep *a)
{
	char name[TEXT_MAX];
	struct conclusion c = {
		.experiment = "threads", .name = "asleep",
		.claim = CLAIM_RATIO, .fineness = FINE_ONE_CORE,
		.cores = plan->cores, .unit = "times",
		.what = "A task at work", .published = "the same",
		.subjects = THREADS_NIGHTS,
		.subject = { [THREADS_ALONE] = { .name = "alone" },
			     [THREADS_BESIDE] = { .name = name } },
	};

	format(name, sizeof(name), "beside %u sleeper%s", a->sleepers,
	       format_s(a->sleepers));
	for (unsigned s = 0; s < THREADS_NIGHTS; s++) {
		c.subject[s].rounds = a->rounds;
		c.subject[s].round = values[s];
		for (unsigned r = 0; r < a->rounds; r++)
			values[s][r] = a->round[s][r] == GATE_NO_ROUND ?
				       GATE_NO_ROUND :
				       published_s(a->round[s][r]);
	}
	conclude(&c);
}

void threads_report_findings(const struct threads_plan *measured,
			     const struct threads_results *results)
{
	if (timeshared())
		return; /* cores that take turns tell about their host */
	plan = measured;
	find_pure(results);
	find_sleeping(results);
	if (results->asleep.rounds && !results->asleep.wrong)
		find_asleep(&results->asleep);
}
