/* SPDX-License-Identifier: MIT */
/* The tables of metg, and which executor does with the shortest tasks. */
#include "bench/experiments/metg/metg.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define ACROSS 4u      /* patterns of a table: 80 columns have room for them */
#define NAME_WIDTH 11
#define CELL_WIDTH 17  /* with a blank, even where a figure is too wide */
#define WHAT_MAX 128u

/* NULL: not measured, or never reached. */
static const struct figure *figure_of(const struct metg_shape *shape,
				      const struct executor_kind *kind,
				      const struct metg_pattern *pattern,
				      unsigned share)
{
	char name[METG_NAME_MAX];
	const struct param params[] = {
		{ "percent", metg_percent[share] }, { "width", shape->width },
		{ "steps", shape->steps }, { NULL, 0 } };

	return results_find_row(&(struct record_key){
		"metg", metg_name(name, kind, pattern), shape->cores, params });
}

/* ---- findings ---------------------------------------------------------- */

/* All executors that were measured; of those which were wrong the names. */
static void add_executors(struct conclusion *c, const struct metg_shape *shape,
			  const struct metg_pattern *pattern, unsigned share)
{
	EXECUTOR_EACH(entry)
		conclusion_add(c, (*entry)->name,
			       figure_of(shape, *entry, pattern, share));
}

/* Which executor reaches the share with the shortest tasks? */
static void find_order(const struct metg_shape *shape,
		       const struct metg_pattern *pattern, unsigned share,
		       struct judged *judged)
{
	char name[WHAT_MAX], what[WHAT_MAX];
	struct conclusion order = {
		.experiment = "metg", .claim = CLAIM_ORDER,
		.fineness = FINE_CORES, .cores = shape->cores,
		.unit = record_unit(), .name = name, .what = what,
		.superlative = "first" };

	format(name, sizeof(name), "first_%u/%s", metg_percent[share],
	       pattern->name);
	format(what, sizeof(what), "%u %% of the peak, %s: the shortest tasks",
	       metg_percent[share], pattern->name);
	add_executors(&order, shape, pattern, share);
	if (order.subjects)
		conclude_as(&order, judged);
}

/* Its place among so many, where that is known. */
static void write_place(char place[WHAT_MAX], enum judgement verdict,
			unsigned executors)
{
	place[0] = '\0';
	if (verdict == JUDGED_SURE)
		format(place, WHAT_MAX, ", first of %u executors", executors);
	else if (verdict == JUDGED_TIE)
		format(place, WHAT_MAX, ", among the first of %u executors",
		       executors);
}

/* From which length on does the best one reach it? */
static void find_length(const struct metg_shape *shape,
			const struct metg_pattern *pattern, unsigned share,
			const struct judged *order)
{
	char name[WHAT_MAX], what[WHAT_MAX], place[WHAT_MAX];
	struct conclusion all = { .experiment = "metg", .name = name };
	struct conclusion length = {
		.experiment = "metg", .claim = CLAIM_VALUE,
		.fineness = FINE_CORES, .cores = shape->cores,
		.unit = record_unit(), .name = name, .what = what,
		.subjects = 1 };

	format(name, sizeof(name), "reach_%u/%s", metg_percent[share],
	       pattern->name);
	add_executors(&all, shape, pattern, share);
	if (order->best >= all.subjects)
		return;
	length.subject[0] = all.subject[order->best];
	write_place(place, order->verdict, all.subjects);
	format(what, sizeof(what), "%s: %s reaches %u %% of the peak from %%s "
	       "%s a task on%s", pattern->name, length.subject[0].name,
	       metg_percent[share], record_unit(), place);
	conclude(&length);
}

static void find_pattern(const struct metg_shape *shape,
			 const struct metg_pattern *pattern)
{
	for (unsigned share = 0; share < METG_SHARES; share++) {
		struct judged order = { .best = GATE_SUBJECTS_MAX };

		find_order(shape, pattern, share, &order);
		find_length(shape, pattern, share, &order);
	}
}

/* ---- tables ------------------------------------------------------------ */

/* Median, and the interval that its rounds give. */
static void show_figure(const struct figure *f)
{
	const struct subject subject = { .rounds = f ? f->rounds : 0,
					 .round = f ? f->round_milli : NULL };
	const struct gate_case it = { .claim = CLAIM_VALUE, .subjects = 1,
				      .subject = &subject };
	struct values clean;
	struct span span;

	if (!f || !subject.round) {
		grid_text("-");
		return;
	}
	clean = gate_clean(&it, 0);
	if (!clean.n) {
		grid_text(" %s disturbed", text_of(f->p50_milli));
		return;
	}
	span = gate_span(&clean);
	grid_text(" %ld %ld..%ld", span.value / 1000, span.low / 1000,
		  span.high / 1000);
}

static bool any_figure(const struct metg_shape *shape,
		       const struct executor_kind *kind, unsigned from,
		       unsigned to, unsigned share)
{
	for (unsigned i = from; i < to; i++)
		if (figure_of(shape, kind, &metg_pattern[i], share))
			return true;
	return false;
}

static void show_patterns(const struct metg_shape *shape, unsigned share,
			  unsigned from)
{
	unsigned to = (unsigned)min_u64(from + ACROSS, METG_PATTERNS);
	bool begun = false;

	EXECUTOR_EACH(entry) {
		if (!any_figure(shape, *entry, from, to, share))
			continue;
		if (!begun) {
			grid_title("Tasks that reach %u %% of the peak on %u "
				   "core%s: %s, and from..to",
				   metg_percent[share], shape->cores,
				   format_s(shape->cores), record_unit());
			grid_column(-NAME_WIDTH, "executor");
			for (unsigned i = from; i < to; i++)
				grid_column(CELL_WIDTH, "%s",
					    metg_pattern[i].name);
			grid_row();
		}
		begun = true;
		grid_text("%s", (*entry)->name);
		for (unsigned i = from; i < to; i++)
			show_figure(figure_of(shape, *entry, &metg_pattern[i],
					      share));
		grid_row();
	}
}

void metg_tell(const struct metg_shape *shape, bool all_cores)
{
	for (unsigned share = 0; share < METG_SHARES; share++)
		for (unsigned i = 0; i < METG_PATTERNS; i += ACROSS)
			show_patterns(shape, share, i);
	for (unsigned i = 0; all_cores && i < METG_PATTERNS; i++)
		find_pattern(shape, &metg_pattern[i]);
}
