/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/stats/break_even.h"
#include "bench/report/finding.h"
#include "bench/report/text.h"
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

static const char *name_of(char name[NAME_MAX], const char *what,
			   const struct dispatch_subject *s)
{
	format(name, NAME_MAX, "%s/%s", what, s->name);
	return name;
}

/* Of a finding: "break_even/shared"; lives as long as the block. */
#define NAME(what, subject) name_of((char[NAME_MAX]){ 0 }, what, subject)

/* A finding about one executor that a page of dispatch shows. */
#define ABOUT(what, about, value, of)                                        \
	&(struct finding){ .experiment = "dispatch",                         \
		.name = NAME(what, about), .value_milli = value, .unit = of, \
		.subject = { (about)->name }, .quiet = true }

/* ---- break-even -------------------------------------------------------- */

static void find_break_even(const struct dispatch_subject *s,
			    const struct curves *c,
			    struct dispatch_conclusion *found)
{
	char n[TEXT_NUMBER_MAX], ticks[TEXT_NUMBER_MAX];

	if (!break_even(c->n, c->loop, c->wall, c->points, &found->break_even))
		return;
	found->break_even_ticks = curve_at(c->n, c->body, c->points,
					   found->break_even);
	if (!s->exchanged)
		report_conclusion(ABOUT("break_even", s, found->break_even,
					"iterations"),
			       "%s overtakes the plain loop at n = %s (a body "
			       "of %s ticks)", s->name,
			       text_number(n, found->break_even),
			       text_number(ticks, found->break_even_ticks));
}

static void record_never(const struct dispatch_subject *s,
			 const struct curves *c, const char *what,
			 const char *unit, const char *text)
{
	report_conclusion(ABOUT(what, s, TEXT_NULL, unit),
		       "%s %s (n up to %lu)", s->name, text,
		       c->n[c->points - 1]);
}

/* ---- five per cent ----------------------------------------------------- */

static void find_five_percent(const struct dispatch_subject *s,
			      const struct curves *c,
			      struct dispatch_conclusion *found)
{
	char n[TEXT_NUMBER_MAX], ticks[TEXT_NUMBER_MAX];
	int64_t at;

	if (!break_even(c->n, c->work, c->overhead19, c->points, &at)) {
		record_never(s, c, "five_percent", "ticks",
			     "has an overhead above 5 % throughout");
		return;
	}
	found->five_percent = curve_at(c->n, c->work, c->points, at);
	report_conclusion(ABOUT("five_percent", s, found->five_percent, "ticks"),
		       "%s: overhead is 5 %% at a body of %s ticks (n = %s)",
		       s->name, text_number(ticks, found->five_percent),
		       text_number(n, at));
}

/* ---- exchanged locks and queues ---------------------------------------- */

static void find_exchange(const struct dispatch_group *g, unsigned subject)
{
	const struct dispatch_cell *c = &g->cell[subject][0];
	const struct dispatch_cell *own = dispatch_find_cell(g, "shared", 0);
	char own_ticks[TEXT_NUMBER_MAX], ticks[TEXT_NUMBER_MAX];
	char n[TEXT_NUMBER_MAX];

	if (!c->measured)
		return;
	report_conclusion(ABOUT("swap", c->subject, c->wall_milli, "ticks"),
		       "%s: an empty task takes %s ticks (shared: "
		       "%s); it overtakes the plain loop at n = %s",
		       c->subject->name, text_number(ticks, c->wall_milli),
		       text_number(own_ticks, own ? own->wall_milli
						  : TEXT_NULL),
		       text_number(n, g->conclusion[subject].break_even));
}

/* ---- the 5 %/95 % rule ------------------------------------------------- */

void dispatch_find_rule(const struct dispatch_cell *c)
{
	const int64_t *sorted = dispatch_sorted();
	uint64_t kept = 0;
	char percent[TEXT_NUMBER_MAX];
	int64_t share;

	if (!c->kept || !c->summary.n)
		return;
	while (kept < c->summary.n &&
	       sorted[kept] * 1000 * FIVE_PERCENT <= c->work_milli)
		kept++;
	share = (int64_t)(kept * 100000 / c->summary.n);
	report_conclusion(ABOUT("rule_5_95", c->subject, share, "percent"),
		       "%s, n = %lu: %s %% of the tasks have 5 %% of "
		       "overhead or less", c->subject->name,
		       dispatch_n[c->point], text_number(percent, share));
}

/* ---- empty tasks ------------------------------------------------------- */

static void find_slowdown(const struct dispatch_cell *c, int64_t alone,
			  const struct dispatch_cell *loop,
			  struct dispatch_conclusion *found)
{
	char times[TEXT_NUMBER_MAX], to_loop[TEXT_NUMBER_MAX];

	found->slowdown = c->wall_milli * 1000 / alone;
	text_number(to_loop, loop ? dispatch_times_milli(c, loop) : TEXT_NULL);
	report_conclusion(ABOUT("slowdown_empty", c->subject, found->slowdown,
				"times"),
		       "%s: empty tasks on %u cores take %s times as long as "
		       "on 1, %s times the loop", c->subject->name, c->cores,
		       text_number(times, found->slowdown), to_loop);
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
	char name[NAME_MAX], ticks[TEXT_NUMBER_MAX], times[TEXT_NUMBER_MAX];

	if (!best)
		return;
	text_number(times, adaptive ? dispatch_times_milli(adaptive, best)
				    : TEXT_NULL);
	format(name, sizeof(name), "best_executor/%lu", dispatch_n[point]);
	report_conclusion(&(struct finding){
		.experiment = "dispatch", .name = name, .unit = "ticks",
		.value_milli = best->wall_milli, .quiet = true,
		.subject = { best->subject->name,
			     adaptive ? "adaptive" : NULL } },
		       "n = %lu: %s, %s ticks; adaptive: %s times that",
		       dispatch_n[point], best->subject->name,
		       text_number(ticks, best->wall_milli), times);
}

/* ---- all of it --------------------------------------------------------- */

static void conclude_subject(struct dispatch_group *g, unsigned subject,
			     int64_t alone)
{
	const struct dispatch_subject *s = &g->subject[subject];
	const struct dispatch_cell *empty = &g->cell[subject][0];
	struct dispatch_conclusion *found = &g->conclusion[subject];
	struct curves c = curves_of(g, subject);

	*found = (struct dispatch_conclusion){ TEXT_NULL, TEXT_NULL, TEXT_NULL,
					       TEXT_NULL };
	if (!s->kind->parallel)
		return;
	if (c.points > 1) {
		find_break_even(s, &c, found);
		if (!s->exchanged && found->break_even == TEXT_NULL)
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
