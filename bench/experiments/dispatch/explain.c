/* SPDX-License-Identifier: MIT */
/*
 * The quantity `explained`: wall times predicted from parts that were measured
 * by themselves (parts.h, predict.h), beside the measured ones.
 */
#include "bench/conditions/disturbed.h"
#include "bench/experiments/dispatch/parts.h"
#include "bench/experiments/dispatch/predict.h"
#include "bench/experiments/dispatch/raw.h"
#include "bench/report/quantity.h"
#include "bench/report/series_record.h"
#include "kernel/format.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

#define WHOLE_MILLI 100000 /* of 100 % */
#define NAME_MAX 48u

/* Of the point that is measured now, by subject and round. */
static struct dispatch_parts found[DISPATCH_SUBJECTS][DISPATCH_ROUNDS];

/* ---- measuring --------------------------------------------------------- */

/* A pool that is one core at first works like this one when it is wide. */
static unsigned wide_form(const struct dispatch_group *g, unsigned subject)
{
	unsigned s = subject;

	if (!strcmp(g->subject[subject].name, "adaptive"))
		for (s = 0; s < g->subjects; s++)
			if (!strcmp(g->subject[s].name, "steal"))
				return s;
	return subject;
}

void dispatch_time_parts(const struct dispatch_group *g, unsigned point,
		     unsigned round)
{
	bool wanted[DISPATCH_SUBJECTS] = { false };

	for (unsigned s = 0; s < g->subjects; s++)
		if (g->cell[s][point].subject)
			wanted[s] = wanted[wide_form(g, s)] = true;
	for (unsigned s = 0; s < g->subjects; s++)
		if (wanted[s])
			found[s][round] = dispatch_measure_parts(
				g, s, dispatch_n[point]);
}

static int64_t predict_round(const struct dispatch_group *g,
			     const struct dispatch_cell *c, unsigned round)
{
	unsigned s = (unsigned)(c->subject - g->subject);
	int64_t body = g->round_body_milli[c->point][round] -
		       g->round_body_milli[0][round];

	return predict_wall_milli(&(struct prediction){
		.way = dispatch_way_of(c->subject), .cores = c->cores,
		.parts = &found[s][round],
		.wide = &found[wide_form(g, s)][round],
		.body_milli = body > 0 ? body : 0, .tasks = c->tasks_free,
		.away = c->round_away_milli[round] });
}

/* ---- a cell ------------------------------------------------------------ */

static int64_t median_part(const struct dispatch_cell *c,
			   const struct dispatch_parts *parts, size_t offset)
{
	int64_t value[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++)
		memcpy(&value[r], (const char *)&parts[r] + offset,
		       sizeof(value[r]));
	return dispatch_median(value, c->left_disturbed, c->rounds);
}

#define MEDIAN_PART(cell, parts, part)                                       \
	median_part(cell, parts, offsetof(struct dispatch_parts, part))

/* By the same rule as the pass itself: parts that were interrupted predict one
 * that is too long. */
static void judge_parts(struct dispatch_cell *c, const int64_t *predicted)
{
	int64_t tasks = (int64_t)c->tasks_free, least = INT64_MAX;

	for (unsigned r = 0; r < c->rounds; r++)
		least = min_i64(least, predicted[r]);
	for (unsigned r = 0; r < c->rounds; r++)
		c->left_disturbed[r] = c->round_disturbed[r] |
			disturbed_by(&(struct round_facts){
				.median = least * tasks / 1000,
				.max = predicted[r] * tasks / 1000 },
				ticks_of_seconds(1));
}

void dispatch_explain_cell(const struct dispatch_group *g, struct dispatch_cell *c)
{
	const struct dispatch_parts *parts = found[c->subject - g->subject];
	int64_t predicted[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++) {
		int64_t measured = c->round_milli[r];

		predicted[r] = predict_round(g, c, r);
		c->round_left_milli[r] = (measured - predicted[r]) * 100000 /
					 (measured ? measured : 1);
	}
	judge_parts(c, predicted);
	c->predicted_milli = dispatch_median(predicted, c->left_disturbed,
					     c->rounds);
	c->left_milli = dispatch_median(c->round_left_milli,
					c->left_disturbed, c->rounds);
	c->submit_milli = MEDIAN_PART(c, parts, submit_milli);
	c->run_milli = MEDIAN_PART(c, parts, run_milli);
	c->handed_milli = MEDIAN_PART(c, parts, handed_milli);
	c->explained = true;
	dispatch_write_rounds(c, parts);
}

/* ---- the series -------------------------------------------------------- */

/* The cells of an executor that are explained. */
struct lengths {
	unsigned count;
	const struct dispatch_cell *cell[DISPATCH_TABLE];
};

static struct lengths lengths_of(const struct dispatch_group *g,
				 unsigned subject)
{
	struct lengths of = { 0 };

	for (unsigned p = 0; p < DISPATCH_TABLE; p++)
		if (g->cell[subject][p].explained)
			of.cell[of.count++] = &g->cell[subject][p];
	return of;
}

static void length_row(const void *of, unsigned index, int64_t *value)
{
	const struct dispatch_cell *c = ((const struct lengths *)of)->cell[index];

	value[0] = (int64_t)c->n;
	value[1] = c->submit_milli;
	value[2] = c->run_milli;
	value[3] = c->handed_milli;
	value[4] = c->predicted_milli;
	value[5] = c->wall_milli;
	value[6] = c->left_milli;
}

static void write_series(const struct dispatch_subject *s, unsigned cores,
			 const struct lengths *lengths)
{
	static const struct series_column columns[] = {
		{ .name = "n" }, { "submit", true }, { "run", true },
		{ "handed", true }, { "predicted", true },
		{ "measured", true }, { "left_percent", true },
		{ .name = NULL } };
	const struct param params[] = { { "explained", 1 }, { NULL, 0 } };

	record_series(&(struct series_record){
		.key = dispatch_key(s, cores, params), .columns = columns,
		.row = length_row, .rows = lengths->count, .of = lengths });
}

/* ---- the quantity ------------------------------------------------------ */

/* Per cent of the wall time, the median over the lengths that were clean; what
 * is left, above or below, is not explained. Nothing is, where that is more
 * than the time itself. */
static int64_t explained_in_round(const struct lengths *lengths, unsigned round)
{
	int64_t left[DISPATCH_TABLE];
	unsigned n = 0;

	for (unsigned i = 0; i < lengths->count; i++) {
		const struct dispatch_cell *c = lengths->cell[i];
		int64_t milli = c->round_left_milli[round];

		if (!c->left_disturbed[round])
			left[n++] = milli < 0 ? -milli : milli;
	}
	return n ? max_i64(WHOLE_MILLI - stats_median(left, n), 0)
		 : QUANTITY_NONE;
}

static void record_explained(const struct dispatch_subject *s, unsigned cores,
			     const struct lengths *lengths)
{
	int64_t value[DISPATCH_ROUNDS];
	char variant[NAME_MAX];
	unsigned rounds = lengths->cell[0]->rounds;

	for (unsigned i = 1; i < lengths->count; i++)
		rounds = (unsigned)min_u64(rounds, lengths->cell[i]->rounds);
	for (unsigned r = 0; r < rounds; r++)
		value[r] = explained_in_round(lengths, r);
	format(variant, sizeof(variant), "%s/explained", s->name);
	record_quantity(&(struct quantity){
		.key = { "dispatch", variant, cores, NULL },
		.unit = "percent", .primitive = s->name,
		.rounds = rounds, .round = value });
}

void dispatch_record_explained(const struct dispatch_group *g, bool all)
{
	for (unsigned s = 0; s < g->subjects; s++) {
		struct lengths lengths = lengths_of(g, s);

		if (!lengths.count || (g->subject[s].exchanged && !all))
			continue;
		write_series(&g->subject[s], g->cores, &lengths);
		record_explained(&g->subject[s], g->cores, &lengths);
	}
}
