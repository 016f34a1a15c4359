/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/shape.h"

#include "bench/report/quantity.h"
#include "kernel/format.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

_Static_assert(SHAPES_OF_ALL == 2 && SHAPES == 2 + 6, "as dispatch.h has it");

#define WHOLE_MILLI 100000u /* of 100 % */
#define NINETEEN 19         /* work to overhead, where that is 5 % */
#define RULE_SAMPLES 100u   /* a per cent is one of them at least */
#define NAME_MAX 48u
#define POINT_51 3u

/* ---- what a round's stamps look like ------------------------------------ */

/* Of the samples those of `from` ticks to less than `to`. */
static int32_t share_between(const struct dispatch_cell *c, int64_t from,
			     int64_t to)
{
	const int64_t *sorted = dispatch_sorted();
	uint64_t n = 0;

	for (uint64_t i = 0; i < c->summary.n && sorted[i] < to; i++)
		n += sorted[i] >= from;
	return (int32_t)(n * WHOLE_MILLI / c->summary.n);
}

/* Overheads and work by the wall time of all workers. */
static int32_t told_of(const struct dispatch_cell *c)
{
	int64_t told = c->overhead_sum + c->work_sum;
	int64_t all = (int64_t)c->wall * c->workers;

	return told < 0 || told > 2 * all || !all ? -1 :
	       (int32_t)(told * WHOLE_MILLI / all);
}

/* A value that cannot be is none. */
static int32_t checked(int64_t value)
{
	return value < 0 || value > INT32_MAX ? -1 : (int32_t)value;
}

void dispatch_note_shape(struct dispatch_group *g, struct dispatch_cell *c,
			 unsigned round)
{
	unsigned subject = (unsigned)(c->subject - g->subject);
	int32_t shape[SHAPES];

	for (unsigned i = 0; i < SHAPES; i++)
		shape[i] = -1;
	shape[SHAPE_WORKERS] = (int32_t)c->workers * 1000;
	shape[SHAPE_TOLD] = told_of(c);
	if (!c->point && c->kept && c->summary.n) {
		shape[SHAPE_SPIKES] = share_between(c, 1500, 2501);
		shape[SHAPE_LOW] = share_between(c, INT64_MIN, 201);
		shape[SHAPE_MIDDLE] = share_between(c, 201, 501);
		shape[SHAPE_HIGH] = share_between(c, 501, INT64_MAX);
		shape[SHAPE_PEAKS] = (int32_t)dispatch_count_peaks(c) * 1000;
		shape[SHAPE_DISTANCE] =
			checked(dispatch_first_distance(c, round));
	}
	memcpy(c->round_shape[round], shape, sizeof(c->round_shape[round]));
	if (!c->point)
		memcpy(g->first_shape[subject][round], shape + SHAPES_OF_ALL,
		       sizeof(g->first_shape[subject][round]));
}

int64_t dispatch_shape(const struct dispatch_group *g,
		       const struct dispatch_cell *c, unsigned round,
		       enum dispatch_shape shape)
{
	int32_t value;

	if (!c->measured || round >= c->rounds || c->stamps_disturbed[round] ||
	    (c->point && shape >= SHAPES_OF_ALL))
		return QUANTITY_NONE;
	value = shape < SHAPES_OF_ALL ? c->round_shape[round][shape] :
		g->first_shape[c->subject - g->subject][round]
			      [shape - SHAPES_OF_ALL];
	return value < 0 ? QUANTITY_NONE : value;
}

/* ---- columns of a record ------------------------------------------------ */

static bool is_named(const struct dispatch_cell *c, const char *name)
{
	return !strcmp(c->subject->name, name);
}

static void log_shape(const struct dispatch_group *g,
		      const struct dispatch_cell *c, const char *name,
		      enum dispatch_shape shape)
{
	int64_t round[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++)
		round[r] = dispatch_shape(g, c, r, shape);
	log_quantity(name, round, c->rounds);
}

/* Of the pools that others published, of an empty task. */
static void log_distribution(const struct dispatch_group *g,
			     const struct dispatch_cell *c)
{
	log_shape(g, c, "low_rounds", SHAPE_LOW);
	log_shape(g, c, "middle_rounds", SHAPE_MIDDLE);
	log_shape(g, c, "high_rounds", SHAPE_HIGH);
	log_shape(g, c, "spikes_rounds", SHAPE_SPIKES);
	log_shape(g, c, "peaks_rounds", SHAPE_PEAKS);
	log_shape(g, c, "first_rounds", SHAPE_DISTANCE);
}

/* Overhead and work of a task. */
static void log_ns(const struct dispatch_cell *c)
{
	int64_t round[DISPATCH_ROUNDS];

	for (unsigned r = 0; r < c->rounds; r++)
		round[r] = c->stamps_disturbed[r] || !ticks_known() ?
			   QUANTITY_NONE :
			   ns_of_ticks(c->round_overhead_milli[r] +
				       c->round_work_milli[r]);
	log_quantity("ns_rounds", round, c->rounds);
}

void dispatch_log_shapes(const struct dispatch_group *g,
			 const struct dispatch_cell *c)
{
	if (c->subject->kind->trace) /* it decides how many take part */
		log_shape(g, c, "workers_rounds", SHAPE_WORKERS);
	if (!c->point && (is_named(c, "shared") || is_named(c, "adaptive")))
		log_distribution(g, c);
	if (c->point == POINT_51 && is_named(c, "loop")) {
		log_shape(g, c, "told_rounds", SHAPE_TOLD);
		log_ns(c);
	}
}

/* ---- the 5 %/95 % rule ------------------------------------------------- */

int64_t dispatch_rule_milli(const struct dispatch_cell *c)
{
	const int64_t *sorted = dispatch_sorted();
	uint64_t kept = 0;

	if (!c->kept || c->summary.n < RULE_SAMPLES)
		return QUANTITY_NONE;
	while (kept < c->summary.n &&
	       sorted[kept] * 1000 * NINETEEN <= c->work_milli)
		kept++;
	return (int64_t)(kept * WHOLE_MILLI / c->summary.n);
}

void dispatch_record_rule(const struct dispatch_cell *c)
{
	const struct param params[] = { { "n", (int64_t)c->n }, { NULL, 0 } };
	int64_t round[DISPATCH_ROUNDS];
	char variant[NAME_MAX];

	for (unsigned r = 0; r < c->rounds; r++)
		round[r] = c->stamps_disturbed[r] ? QUANTITY_NONE
						  : c->round_rule_milli[r];
	format(variant, sizeof(variant), "%s/rule_5_95", c->subject->name);
	record_quantity(&(struct quantity){
		.key = { "dispatch", variant, c->cores, params },
		.unit = "percent", .primitive = c->subject->name,
		.rounds = c->rounds, .round = round });
}
