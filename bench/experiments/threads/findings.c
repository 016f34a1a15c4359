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
#define FLAT_MAX 96u

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

/* Of a design that only this machine has: no published row is its. */
static bool machine_s_own;

/* Published is a case, but no figure of it is known. */
#define A_CASE ""

/* The row in docs/published.md has the finding's own name. */
static void conclude_published(struct conclusion *c)
{
	char id[TEXT_MAX];

	format(id, sizeof(id), "threads.%s", c->name);
	c->published_id = c->published && !machine_s_own ? id : NULL;
	if (c->published && !*c->published)
		c->published = NULL;
	conclude(c);
	c->published_id = NULL;
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
	conclude_published(&c);
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
	conclude_published(&c);
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

static struct side first_of(const struct threads_curve *curve)
{
	return (struct side){ "1 a core", &curve->point[0] };
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
	format(what, sizeof(what), "The first of %u tasks a core",
	       many.point->k);
	find_ratio("first_done", what, "much longer", fixed, many, earliest);
	format(what, sizeof(what), "A bystander's delay, %u task%s a core",
	       many.point->k, format_s(many.point->k));
	find_ratio("bystander", what, "much longer", fixed, many, late);
}

/* Nothing to gain where nobody sleeps; and nobody takes the core away. */
static void compare_virtual(struct side fixed, struct side virtual)
{
	char what[TEXT_MAX];

	format(what, sizeof(what), "Tasks that compute, %u a core",
	       virtual.point->k);
	find_ratio("pure_virtual", what, A_CASE, fixed, virtual, took);
	format(what, sizeof(what), "A bystander's delay, %u task%s a core",
	       virtual.point->k, format_s(virtual.point->k));
	find_ratio("bystander_virtual", what, NULL, fixed, virtual, late);
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
	if (fixed->points > 1)
		find_ratio("pure_each", "Tasks that compute, fixed, the share "
			   "of each", "0.94 times", first_of(fixed),
			   last_of(fixed), took_each);
	if (many && last_of(fixed).point->k == last_of(many).point->k)
		compare_pure(last_of(fixed), last_of(many));
	many = curve_of(r, THREADS_PURE, "virtual");
	if (many && last_of(fixed).point->k == last_of(many).point->k)
		compare_virtual(last_of(fixed), last_of(many));
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
	format(k, sizeof(k), "%u a core", p->k);
	find_ratio(name, what, published,
		   first_of(curve), (struct side){ k, p }, took);
}

/* Up to where its curve is flat. */
static void find_flat_to(const struct threads_curve *curve,
			 const char *beside)
{
	unsigned most = curve->point[curve->points - 1].k;
	char name[TEXT_MAX], what[FLAT_MAX], never[FLAT_MAX];
	struct conclusion c = {
		.experiment = "threads", .name = name, .claim = CLAIM_VALUE,
		.cores = plan->cores, .unit = "tasks a core", .what = what,
		.never = never, .published = beside,
		.subjects = 1, .subject = { {
			.name = curve->design->name, .round = values[0],
			.rounds = curve->point[0].rounds } } };

	for (unsigned r = 0; r < curve->point[0].rounds; r++)
		values[0][r] = threads_flat_to(curve, r);
	format(name, sizeof(name), "flat_to_%s", curve->design->name);
	format(what, sizeof(what), "Sleeping tasks a core until all take a "
	       "quarter longer, %s: %%s", curve->design->name);
	format(never, sizeof(never), "Tasks that sleep, %s: %u a core take no "
	       "quarter longer than 1", curve->design->name, most);
	conclude_published(&c);
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
	format(what, sizeof(what), "Tasks that sleep, %u a core", a.point->k);
	if (a.point->k == b.point->k)
		find_ratio("gate", what, "unbounded rises more", a, b, took);
}

/* Those who wait for a worker, where there are more tasks than workers. */
static void find_queue(const struct threads_results *r)
{
	const struct threads_curve *bounded = curve_of(r, THREADS_SLEEPING,
						       "bounded");
	const struct threads_curve *many = curve_of(r, THREADS_SLEEPING,
						    "unbounded");
	char what[TEXT_MAX];

	if (!bounded || !many || last_of(bounded).point->workers >=
	    last_of(many).point->workers)
		return;
	format(what, sizeof(what), "Tasks that sleep, %u a core",
	       last_of(many).point->k);
	find_ratio("queue", what, A_CASE, last_of(many), last_of(bounded), took);
}

/* As many workers as cores, whatever the tasks: it cannot be otherwise. */
static void find_few(const struct threads_curve *curve)
{
	int64_t each = last_of(curve).point->workers * 1000ll / plan->cores;
	struct conclusion c = {
		.experiment = "threads", .name = "steps_workers",
		.claim = CLAIM_FACT, .cores = plan->cores, .quiet = true,
		.unit = "workers a core",
		.what = "Scheduled steps need %s workers a core",
		.published = "12 threads on 12 cores", .subjects = 1,
		.subject = { { .name = curve->design->name, .rounds = 1,
			       .round = &each } } };

	conclude_published(&c);
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
		.superlative = "best", .published = "18.5 a core",
	};

	format(what, sizeof(what), "Tasks that sleep, %s",
	       curve->design->name);
	for (unsigned i = 0; i < curve->points; i++) {
		format(k[i], K_MAX, "%u a core", curve->point[i].k);
		add(&c, k[i], &curve->point[i], took_each);
	}
	conclude_published(&c);
}

/* Measured where nobody waits: one task on each core. */
static void find_formula(const struct threads_curve *curve)
{
	const struct side one = { curve->design->name, &curve->point[0] };

	find_value("utilisation", "A task computes for %s permille of its time",
		   "permille", "54", one, permille);
	find_value("formula", "Cores by utilisation make %s threads", "threads",
		   "222 on 12 cores", one, formula);
	find_best_k(curve);
}

/* The published words on each design's curve. */
static const struct {
	const char *design, *name, *words, *flat_to;
} published[] = {
	{ "unbounded", "flat_unbounded", "the same", "about 10" },
	{ "bounded", "flat_bounded", A_CASE, NULL },
	{ "gated", "flat_gated", "the same", "further than unbounded" },
	{ "steps", "flat_steps", "the same as gated", "18" },
	{ "virtual", "flat_virtual", "the same as steps", "18" },
	{ "osthread", "flat_osthread", "the same", "about 10" },
};

/* At this load of the cores nobody needs to wait long: k = 10. */
#define FLAT_PERCENT 60u

static void find_sleeping(const struct threads_results *r)
{
	const struct threads_curve *c = curve_of(r, THREADS_SLEEPING, "fixed");

	if (c)
		find_rise("fixed_batch", c, last_of(c).point, "as many times as tasks");
	for (unsigned i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
		c = curve_of(r, THREADS_SLEEPING, published[i].design);
		if (!c)
			continue;
		machine_s_own = c->design->launch;
		find_rise(published[i].name, c, fullest(c, FLAT_PERCENT).point,
			  published[i].words);
		find_flat_to(c, published[i].flat_to);
		machine_s_own = false;
	}
	find_gate(r);
	find_queue(r);
	c = curve_of(r, THREADS_SLEEPING, "steps");
	if (c)
		find_few(c);
	c = curve_of(r, THREADS_SLEEPING, "virtual");
	if (c)
		find_formula(c);
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
		threads_find_asleep(plan->cores, &results->asleep);
}
