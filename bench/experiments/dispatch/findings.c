/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/conclude.h"
#include "bench/experiments/dispatch/dispatch.h"
#include "bench/experiments/dispatch/words.h"

#include "bench/proof/proven.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "bench/stats/break_even.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define FIVE_PERCENT 19 /* work is that many times the overhead */
#define RULE_SAMPLES 100u /* a per cent is one of them at least */
#define NAME_MAX 48u
#define TEXT_MAX 112u

/* Of the conclusion that is drawn now. */
static char name[NAME_MAX], what[TEXT_MAX], never[TEXT_MAX];
static int64_t walls[GATE_SUBJECTS_MAX][DISPATCH_ROUNDS];

/* ---- subjects ---------------------------------------------------------- */

static enum fitness fitness_of(const char *variant)
{
	enum proven proven = proven_of("dispatch", variant, PROVEN_ON_ANY);

	return proven == PROVEN ? FIT :
	       proven == NOT_PROVEN ? FIT_NOT_PROVEN : FIT_FAILED;
}

static const int64_t *clean_walls(const struct dispatch_cell *c, int64_t *to)
{
	for (unsigned r = 0; r < c->rounds; r++)
		to[r] = c->round_disturbed[r] ? GATE_NO_ROUND
					      : c->round_milli[r];
	return to;
}

/* A cell's wall times under this name. One that was wrong is named, too. */
static void add_cell(struct conclusion *c, const char *label,
		     const struct dispatch_subject *s,
		     const struct dispatch_cell *cell)
{
	enum fitness fitness = fitness_of(s->name);
	unsigned rounds = cell->measured ? cell->rounds : 0;

	if (c->subjects == GATE_SUBJECTS_MAX ||
	    (!rounds && fitness != FIT_FAILED))
		return;
	c->subject[c->subjects] = (struct subject){
		label, fitness, rounds,
		clean_walls(cell, walls[c->subjects]) };
	c->subjects++;
}

void dispatch_conclude_value(const struct dispatch_value *v,
			     struct judged *judged)
{
	const char *variant = v->subject->name;

	format(name, sizeof(name), "%s/%s", v->name, variant);
	conclude_as(&(struct conclusion){
		.experiment = "dispatch", .name = name, .claim = CLAIM_VALUE,
		.fineness = FINE_CORES, .cores = v->cores, .unit = v->unit,
		.what = v->what, .never = v->never, .quiet = v->quiet,
		.published_id = dispatch_published_id(name),
		.subjects = 1, .subject = { { variant, fitness_of(variant),
					      v->rounds, v->round } } },
		judged);
}

/* ---- curves over n ----------------------------------------------------- */

/* Of a round of one executor and the plain loop. */
struct curves {
	unsigned points;
	uint64_t n[DISPATCH_TABLE];
	int64_t wall[DISPATCH_TABLE], loop[DISPATCH_TABLE];
};

/* At the lengths at which the round was clean for both. */
static struct curves curves_beside_loop(const struct dispatch_group *g,
					unsigned subject, unsigned round)
{
	struct curves c = { 0 };

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *own = &g->cell[subject][p];
		const struct dispatch_cell *loop =
			dispatch_find_cell(g, "loop", p);

		if (own->measured && loop && round < own->rounds &&
		    !own->round_disturbed[round] &&
		    !loop->round_disturbed[round]) {
			c.n[c.points] = own->n;
			c.loop[c.points] = loop->round_milli[round];
			c.wall[c.points++] = own->round_milli[round];
		}
	}
	return c;
}

static unsigned rounds_of(const struct dispatch_group *g, unsigned subject)
{
	unsigned most = 0;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		if (g->cell[subject][p].measured)
			most = (unsigned)max_u64(most,
						 g->cell[subject][p].rounds);
	return most;
}

/* ---- break-even -------------------------------------------------------- */

#define WHOLE 1000

/* Where the executor falls below the loop, if it takes so many thousandths of
 * what it took. */
static int64_t crossing(const struct curves *c, int64_t milli)
{
	int64_t wall[DISPATCH_TABLE], at;

	if (c->points < 2)
		return GATE_NO_ROUND;
	for (unsigned p = 0; p < c->points; p++)
		wall[p] = c->wall[p] * milli / WHOLE;
	return break_even_first(c->n, c->loop, wall, c->points, &at) ?
	       at : GATE_NEVER;
}

/* The rounds of a CROSSING of the plain loop and an executor. */
static unsigned crossings(const struct dispatch_group *g, unsigned subject,
			  int64_t threshold,
			  int64_t round[3][DISPATCH_ROUNDS])
{
	unsigned rounds = rounds_of(g, subject);

	for (unsigned r = 0; r < rounds; r++) {
		struct curves c = curves_beside_loop(g, subject, r);

		round[0][r] = crossing(&c, WHOLE * WHOLE / (WHOLE + threshold));
		round[1][r] = crossing(&c, WHOLE + threshold);
		round[2][r] = crossing(&c, WHOLE);
	}
	return rounds;
}

int64_t dispatch_even_milli(const struct dispatch_group *g, unsigned subject,
			    unsigned round)
{
	struct curves c = curves_beside_loop(g, subject, round);
	int64_t at = crossing(&c, WHOLE);

	return at == GATE_NO_ROUND || at == GATE_NEVER ? at :
	       dispatch_between(c.n, c.loop, c.points, at);
}

static void find_break_even(struct dispatch_group *g, unsigned subject)
{
	const struct dispatch_subject *s = &g->subject[subject];
	static int64_t round[3][DISPATCH_ROUNDS];
	enum fitness fitness = fitness_of(s->name);
	struct conclusion c = {
		.experiment = "dispatch", .name = name,
		.claim = CLAIM_CROSSING, .fineness = FINE_CORES,
		.cores = g->cores, .unit = "iterations", .what = what,
		.never = never, .quiet = true, .subjects = 3 };
	unsigned rounds = crossings(g, subject, conclude_threshold(&c), round);

	format(name, sizeof(name), "break_even/%s", s->name);
	format(what, sizeof(what), "Iterations from which %s beats the loop: "
	       "%%s", s->name);
	format(never, sizeof(never), "%s never beats the plain loop",
	       s->name);
	c.published_id = dispatch_published_id(name);
	c.subject[0] = (struct subject){ "loop", fitness_of("loop"), rounds,
					 round[0] };
	c.subject[1] = (struct subject){ s->name, fitness, rounds, round[1] };
	c.subject[2] = (struct subject){ "break-even", fitness, rounds,
					 round[2] };
	conclude_as(&c, &g->judged[subject][DISPATCH_BREAK_EVEN]);
}

/* ---- the 5 %/95 % rule ------------------------------------------------- */

int64_t dispatch_rule_milli(const struct dispatch_cell *c)
{
	const int64_t *sorted = dispatch_sorted();
	uint64_t kept = 0;

	if (!c->kept || c->summary.n < RULE_SAMPLES)
		return GATE_NO_ROUND;
	while (kept < c->summary.n &&
	       sorted[kept] * 1000 * FIVE_PERCENT <= c->work_milli)
		kept++;
	return (int64_t)(kept * 100000 / c->summary.n);
}

void dispatch_find_rule(const struct dispatch_cell *c)
{
	int64_t round[DISPATCH_ROUNDS];
	struct judged judged;

	for (unsigned r = 0; r < c->rounds; r++)
		round[r] = c->stamps_disturbed[r] ? GATE_NO_ROUND
						  : c->round_rule_milli[r];
	format(what, sizeof(what), "%s: at most 5 %% of overhead in %%s %% of tasks "
	       "(of %lu iterations)", c->subject->name, c->n);
	dispatch_conclude_value(&(struct dispatch_value){
		.subject = c->subject, .cores = c->cores, .name = "rule_5_95",
		.unit = "percent", .what = what, .quiet = true,
		.rounds = c->rounds, .round = round }, &judged);
}

/* ---- empty tasks ------------------------------------------------------- */

static void find_slowdown(struct dispatch_group *g, unsigned subject,
			  const struct dispatch_cell *alone)
{
	static char cores[NAME_MAX];
	const struct dispatch_subject *s = &g->subject[subject];
	struct conclusion c = {
		.experiment = "dispatch", .name = name, .claim = CLAIM_RATIO,
		.fineness = FINE_CORES, .cores = g->cores, .unit = "times",
		.what = what, .quiet = true };

	if (!alone->measured || !g->cell[subject][0].measured)
		return;
	format(name, sizeof(name), "slowdown_empty/%s", s->name);
	c.published_id = dispatch_published_id(name);
	format(what, sizeof(what), "Empty tasks of %s", s->name);
	format(cores, sizeof(cores), "a run on %u core%s", g->cores,
	       format_s(g->cores));
	add_cell(&c, "a run on 1 core", s, alone);
	add_cell(&c, cores, s, &g->cell[subject][0]);
	conclude_as(&c, &g->judged[subject][DISPATCH_SLOWDOWN]);
}

/* `shared` and its exchanges: which lock or queue makes it the fastest. */
static void find_swap(const struct dispatch_group *g)
{
	struct conclusion c = {
		.experiment = "dispatch", .name = "swap",
		.claim = CLAIM_ORDER, .fineness = FINE_CORES,
		.cores = g->cores, .unit = record_unit(),
		.superlative = "fastest", .quiet = true,
		.what = "An empty task through the shared queue" };
	bool exchanged = false;

	for (unsigned s = 0; s < g->subjects; s++) {
		const struct dispatch_subject *subject = &g->subject[s];

		if (!subject->exchanged && strcmp(subject->name, "shared"))
			continue;
		exchanged |= subject->exchanged && g->cell[s][0].measured;
		add_cell(&c, subject->name, subject, &g->cell[s][0]);
	}
	if (exchanged)
		conclude(&c);
}

/* ---- the best ---------------------------------------------------------- */

/* Who is told of the whole range at once has an easier task: a lower bound, and
 * nobody's rival. */
static bool is_told_of_each(const struct dispatch_subject *s)
{
	return !s->exchanged && !s->kind->range;
}

const struct dispatch_cell *dispatch_best_cell(
	const struct dispatch_group *g, unsigned point)
{
	const struct dispatch_cell *best = NULL;

	for (unsigned s = 0; s < g->subjects; s++) {
		const struct dispatch_cell *c = &g->cell[s][point];

		if (c->measured && is_told_of_each(c->subject) &&
		    (!best || c->wall_milli < best->wall_milli))
			best = c;
	}
	return best;
}

static void find_best(struct dispatch_group *g, unsigned point)
{
	struct judged *judged = &g->best[point];
	struct conclusion c = {
		.experiment = "dispatch", .name = name, .claim = CLAIM_ORDER,
		.fineness = FINE_CORES, .cores = g->cores,
		.unit = record_unit(), .superlative = "fastest",
		.what = what, .quiet = true };

	*judged = (struct judged){ .verdict = JUDGED_NONE };
	if (!dispatch_best_cell(g, point))
		return;
	format(name, sizeof(name), "best_executor/%lu", dispatch_n[point]);
	format(what, sizeof(what), "A task of %lu iterations",
	       dispatch_n[point]);
	for (unsigned s = 0; s < g->subjects; s++) {
		g->best_of[point][s] = c.subjects;
		if (is_told_of_each(&g->subject[s]))
			add_cell(&c, g->subject[s].name, &g->subject[s],
				 &g->cell[s][point]);
		if (g->best_of[point][s] == c.subjects)
			g->best_of[point][s] = GATE_SUBJECTS_MAX;
	}
	conclude_as(&c, judged);
}

bool dispatch_is_best(const struct dispatch_group *g, unsigned subject,
		      unsigned point)
{
	unsigned index = g->best_of[point][subject];

	return g->best[point].verdict >= JUDGED_TIE &&
	       index < GATE_SUBJECTS_MAX &&
	       g->best[point].winners & 1u << index;
}

/* Of a round: the median over the lengths of adaptive's time over the best's. */
static int64_t adaptive_to_best(const struct dispatch_group *g, unsigned round)
{
	int64_t times[DISPATCH_TABLE];
	unsigned n = 0;

	for (unsigned p = 0; p < DISPATCH_TABLE; p++) {
		const struct dispatch_cell *best = dispatch_best_cell(g, p);
		const struct dispatch_cell *own =
			dispatch_find_cell(g, "adaptive", p);

		if (own && round < own->rounds && round < best->rounds &&
		    !own->round_disturbed[round] &&
		    !best->round_disturbed[round] && best->round_milli[round])
			times[n++] = own->round_milli[round] * 1000 /
				     best->round_milli[round];
	}
	return n ? stats_median(times, n) : GATE_NO_ROUND;
}

static void find_adaptive(const struct dispatch_group *g, unsigned subject)
{
	int64_t round[DISPATCH_ROUNDS];
	unsigned rounds = rounds_of(g, subject);
	struct judged judged;

	if (!rounds)
		return;
	for (unsigned r = 0; r < rounds; r++)
		round[r] = adaptive_to_best(g, r);
	dispatch_conclude_value(&(struct dispatch_value){
		.subject = &g->subject[subject], .cores = g->cores,
		.name = "to_best", .unit = "times", .quiet = true,
		.what = "adaptive takes %s times as long as the best executor "
			"of each length (median)",
		.rounds = rounds, .round = round }, &judged);
}

/* ---- all of it --------------------------------------------------------- */

static void conclude_subject(struct dispatch_group *g, unsigned subject,
			     const struct dispatch_cell *alone)
{
	const struct dispatch_subject *s = &g->subject[subject];
	unsigned points = 0;

	if (!s->kind->parallel || s->exchanged)
		return;
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		points += g->cell[subject][p].measured;
	if (points > 1 && dispatch_find_cell(g, "loop", 0))
		find_break_even(g, subject);
	if (g->cores > 1)
		find_slowdown(g, subject, alone);
	if (!strcmp(s->name, "adaptive"))
		find_adaptive(g, subject);
}

void dispatch_find_conclusions(struct dispatch_group *g,
			       const struct dispatch_cell *alone,
			       const struct dispatch_cell *between)
{
	for (unsigned s = 0; s < g->subjects; s++)
		conclude_subject(g, s, &alone[s]);
	find_swap(g);
	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		find_best(g, p);
	dispatch_find_words(g, alone, between);
}
