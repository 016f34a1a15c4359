/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/report/text.h"
#include "bench/stats/break_even.h"
#include "kernel/format.h"

#define FIVE_PERCENT 19 /* work is that many times the overhead */
#define NAME_MAX 48u

/* ---- curves over n ----------------------------------------------------- */

/* Of one executor, and of the plain loop where it was measured as well. */
struct curves {
	unsigned points;
	uint64_t n[DISPATCH_TABLE];
	int64_t wall[DISPATCH_TABLE], loop[DISPATCH_TABLE];
	int64_t overhead19[DISPATCH_TABLE], work[DISPATCH_TABLE];
	int64_t body[DISPATCH_TABLE];
};

static struct curves curves_of(const struct dispatch_group *g, unsigned subject)
{
	struct curves c = { 0 };

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *own = &g->cell[subject][p];
		const struct dispatch_cell *loop =
			dispatch_find_cell(g, "loop", p);

		if (!own->measured || !loop)
			continue;
		c.n[c.points] = dispatch_n[p];
		c.loop[c.points] = loop->wall_milli;
		c.wall[c.points] = loop->wall_milli *
				   dispatch_times_milli(own, loop) / 1000;
		c.overhead19[c.points] = own->overhead_milli * FIVE_PERCENT;
		c.work[c.points] = own->work_milli;
		c.body[c.points++] = g->body_milli[p];
	}
	return c;
}

const struct finding *dispatch_about(const char *what,
				     const struct dispatch_subject *s,
				     int64_t value_milli, const char *unit)
{
	static char name[NAME_MAX];
	static struct finding about;

	format(name, sizeof(name), "%s/%s", what, s->name);
	about = (struct finding){ .experiment = "dispatch", .name = name,
				  .value_milli = value_milli, .unit = unit,
				  .subject = { s->name }, .quiet = true };
	return &about;
}

/* ---- break-even -------------------------------------------------------- */

static void find_break_even(const struct dispatch_subject *s,
			    const struct curves *c, int64_t *found)
{
	int64_t *n = &found[DISPATCH_BREAK_EVEN];
	int64_t *ticks = &found[DISPATCH_BREAK_EVEN_TICKS];

	if (!break_even(c->n, c->loop, c->wall, c->points, n))
		return;
	*ticks = curve_at(c->n, c->body, c->points, *n);
	if (!s->exchanged)
		report_conclusion(dispatch_about("break_even", s, *n,
						 "iterations"),
			       "%s overtakes the plain loop at n = %s (a body "
			       "of %s ticks)", s->name, text_of(*n),
			       text_of(*ticks));
}

static void record_never(const struct dispatch_subject *s,
			 const struct curves *c, const char *what,
			 const char *unit, const char *text)
{
	report_conclusion(dispatch_about(what, s, TEXT_NULL, unit),
		       "%s %s (n up to %lu)", s->name, text,
		       c->n[c->points - 1]);
}

/* ---- five per cent ----------------------------------------------------- */

static void find_five_percent(const struct dispatch_subject *s,
			      const struct curves *c, int64_t *found)
{
	int64_t *ticks = &found[DISPATCH_FIVE_PERCENT], at;

	if (!break_even(c->n, c->work, c->overhead19, c->points, &at)) {
		record_never(s, c, "five_percent", "ticks",
			     "has an overhead above 5 % throughout");
		return;
	}
	*ticks = curve_at(c->n, c->work, c->points, at);
	report_conclusion(dispatch_about("five_percent", s, *ticks, "ticks"),
		       "%s: overhead is 5 %% at a body of %s ticks (n = %s)",
		       s->name, text_of(*ticks), text_of(at));
}

/* ---- exchanged locks and queues ---------------------------------------- */

static void find_exchange(const struct dispatch_group *g, unsigned subject)
{
	const struct dispatch_cell *c = &g->cell[subject][0];
	const struct dispatch_cell *own = dispatch_find_cell(g, "shared", 0);

	if (!c->measured)
		return;
	report_conclusion(dispatch_about("swap", c->subject, c->wall_milli,
					 "ticks"),
		       "%s: an empty task takes %s ticks (shared: "
		       "%s); it overtakes the plain loop at n = %s",
		       c->subject->name, text_of(c->wall_milli),
		       text_of(own ? own->wall_milli : TEXT_NULL),
		       text_of(g->conclusion[subject][DISPATCH_BREAK_EVEN]));
}

/* ---- the 5 %/95 % rule ------------------------------------------------- */

int64_t dispatch_rule_milli(const struct dispatch_cell *c)
{
	const int64_t *sorted = dispatch_sorted();
	uint64_t kept = 0;

	if (!c->kept || !c->summary.n)
		return TEXT_NULL;
	while (kept < c->summary.n &&
	       sorted[kept] * 1000 * FIVE_PERCENT <= c->work_milli)
		kept++;
	return (int64_t)(kept * 100000 / c->summary.n);
}

void dispatch_find_rule(const struct dispatch_cell *c)
{
	int64_t share = dispatch_rule_milli(c);

	if (share == TEXT_NULL)
		return;
	report_conclusion(dispatch_about("rule_5_95", c->subject, share,
					 "percent"),
		       "%s, n = %lu: %s %% of the tasks have 5 %% of "
		       "overhead or less", c->subject->name,
		       c->n, text_of(share));
}

/* ---- empty tasks ------------------------------------------------------- */

static void find_slowdown(const struct dispatch_cell *c, int64_t alone,
			  const struct dispatch_cell *loop, int64_t *found)
{
	int64_t *times = &found[DISPATCH_SLOWDOWN];

	*times = c->wall_milli * 1000 / alone;
	report_conclusion(dispatch_about("slowdown_empty", c->subject, *times,
					 "times"),
		       "%s: empty tasks on %u cores take %s times as long as "
		       "on 1, %s times the loop", c->subject->name, c->cores,
		       text_of(*times), text_of(loop ?
				dispatch_times_milli(c, loop) : TEXT_NULL));
}

/* ---- the best ---------------------------------------------------------- */

const struct dispatch_cell *dispatch_best_cell(
	const struct dispatch_group *g, unsigned point)
{
	const struct dispatch_cell *best = NULL;

	for (unsigned s = 0; s < g->subjects; s++) {
		const struct dispatch_cell *c = &g->cell[s][point];

		if (c->measured && !c->subject->exchanged &&
		    (!best || c->wall_milli < best->wall_milli))
			best = c;
	}
	return best;
}

static void find_best(const struct dispatch_group *g, unsigned point)
{
	const struct dispatch_cell *best = dispatch_best_cell(g, point);
	const struct dispatch_cell *adaptive =
		dispatch_find_cell(g, "adaptive", point);
	char name[NAME_MAX];

	if (!best)
		return;
	format(name, sizeof(name), "best_executor/%lu", dispatch_n[point]);
	report_conclusion(&(struct finding){
		.experiment = "dispatch", .name = name, .unit = "ticks",
		.value_milli = best->wall_milli, .quiet = true,
		.subject = { best->subject->name,
			     adaptive ? "adaptive" : NULL } },
		       "n = %lu: %s, %s ticks; adaptive: %s times that",
		       dispatch_n[point], best->subject->name,
		       text_of(best->wall_milli), text_of(adaptive ?
				dispatch_times_milli(adaptive, best) :
				TEXT_NULL));
}

/* ---- all of it --------------------------------------------------------- */

static void conclude_subject(struct dispatch_group *g, unsigned subject,
			     int64_t alone)
{
	const struct dispatch_subject *s = &g->subject[subject];
	const struct dispatch_cell *empty = &g->cell[subject][0];
	int64_t *found = g->conclusion[subject];
	struct curves c = curves_of(g, subject);

	for (unsigned i = 0; i < DISPATCH_CONCLUSIONS; i++)
		found[i] = TEXT_NULL;
	if (!s->kind->parallel)
		return;
	if (c.points > 1) {
		find_break_even(s, &c, found);
		if (!s->exchanged && found[DISPATCH_BREAK_EVEN] == TEXT_NULL)
			record_never(s, &c, "break_even", "iterations",
				     "never overtakes the plain loop");
		if (!s->exchanged)
			find_five_percent(s, &c, found);
	}
	if (s->exchanged)
		find_exchange(g, subject);
	else if (g->cores > 1 && empty->measured && alone)
		find_slowdown(empty, alone, dispatch_find_cell(g, "loop", 0),
			      found);
}

void dispatch_find_conclusions(struct dispatch_group *g,
			       const int64_t *empty_alone)
{
	for (unsigned s = 0; s < g->subjects; s++)
		conclude_subject(g, s, empty_alone[s]);
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		find_best(g, p);
}
