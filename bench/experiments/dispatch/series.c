/* SPDX-License-Identifier: MIT */
/* What happened one after the other, as `series` records. */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/experiments/dispatch/raw.h"
#include "bench/report/quantity.h"
#include "bench/report/series_record.h"
#include "bench/stats/distance.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define FIRST_MOST 1000u
#define DECISIONS_MOST 200u

/* ---- the first samples ------------------------------------------------- */

static struct {
	uint32_t worker;
	int32_t ticks;
} first[FIRST_MOST];
static uint64_t taken[MACHINE_MAX_CORES]; /* of each worker, into that */

/* The worker whose next sample is the earliest; cores: none has any left. */
static unsigned earliest_worker(unsigned cores)
{
	unsigned best = cores;
	uint32_t when = 0;

	for (unsigned i = 0; i < cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		if (taken[i] == dispatch_samples_of(w) ||
		    (best < cores && w->sample[taken[i]].when >= when))
			continue;
		best = i;
		when = w->sample[taken[i]].when;
	}
	return best;
}

static unsigned merge_samples(unsigned cores, unsigned most)
{
	unsigned n, w;

	for (unsigned i = 0; i < cores; i++)
		taken[i] = 0;
	for (n = 0; n < most && n < FIRST_MOST; n++) {
		if ((w = earliest_worker(cores)) == cores)
			break;
		first[n].worker = w;
		first[n].ticks =
			dispatch_order.worker[w].sample[taken[w]++].ticks;
	}
	return n;
}

static void first_row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = index;
	value[1] = first[index].worker;
	value[2] = first[index].ticks;
}

void dispatch_first_samples(const struct dispatch_cell *c, unsigned most)
{
	static const struct series_column columns[] = {
		{ .name = "index" }, { .name = "worker" }, { .name = "ticks" },
		{ .name = NULL } };
	const struct param params[] = {
		{ "n", (int64_t)c->n }, { "sorted", 0 }, { NULL, 0 } };

	if (c->kept)
		record_series(&(struct series_record){
			.key = dispatch_key(c->subject, c->cores, params),
			.columns = columns, .row = first_row, .thin = true,
			.rows = merge_samples(c->cores, most) });
}

static int64_t distance_of_first(const struct dispatch_cell *c)
{
	static int64_t sorted[FIRST_MOST];
	unsigned n;

	if (!c->kept || c->summary.n < 2 * FIRST_MOST)
		return QUANTITY_NONE;
	n = merge_samples(c->cores, FIRST_MOST);
	for (unsigned i = 0; i < n; i++)
		sorted[i] = first[i].ticks;
	stats_sort(sorted, n);
	return stats_distance_milli(sorted, n, dispatch_sorted(),
				    c->summary.n);
}

int64_t dispatch_first_distance(const struct dispatch_cell *c, unsigned round)
{
	int64_t distance = distance_of_first(c);

	if (distance != QUANTITY_NONE)
		dispatch_write_first(c, round, taken);
	return distance;
}

/* ---- the whole run ----------------------------------------------------- */

struct ordered {
	uint32_t index, worker;
	int32_t ticks;
};

static struct ordered whole[FIRST_MOST];

static struct ordered next_in_time(unsigned cores, uint64_t index)
{
	unsigned w = earliest_worker(cores);

	return (struct ordered){ (uint32_t)index, w,
		dispatch_order.worker[w].sample[taken[w]++].ticks };
}

/* The least and the greatest of a stretch, in their order; how many. */
static unsigned add_stretch(unsigned rows, struct ordered least,
			    struct ordered most)
{
	if (least.index == most.index) {
		whole[rows] = least;
		return rows + 1;
	}
	whole[rows] = least.index < most.index ? least : most;
	whole[rows + 1] = least.index < most.index ? most : least;
	return rows + 2;
}

static unsigned thin_whole(unsigned cores, uint64_t samples, unsigned stretches)
{
	struct ordered least, most;
	unsigned rows = 0;
	uint64_t at = 0;

	memset(taken, 0, cores * sizeof(*taken));
	for (unsigned s = 0; s < stretches; s++) {
		uint64_t end = samples * (s + 1) / stretches;

		least = most = next_in_time(cores, at++);
		for (; at < end; at++) {
			struct ordered now = next_in_time(cores, at);

			if (now.ticks < least.ticks)
				least = now;
			if (now.ticks > most.ticks)
				most = now;
		}
		rows = add_stretch(rows, least, most);
	}
	return rows;
}

static void whole_row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = whole[index].index;
	value[1] = whole[index].worker;
	value[2] = whole[index].ticks;
}

void dispatch_whole_run(const struct dispatch_cell *c, unsigned most)
{
	static const struct series_column columns[] = {
		{ .name = "index" }, { .name = "worker" }, { .name = "ticks" },
		{ .name = NULL } };
	int64_t distance = distance_of_first(c);
	struct param params[] = {
		{ "n", (int64_t)c->n }, { "whole", (int64_t)c->summary.n },
		{ "distance", distance }, { NULL, 0 } };
	uint64_t stretches = min_u64(min_u64(most, FIRST_MOST) / 2,
				     c->summary.n);

	if (!c->kept || !stretches)
		return;
	if (distance == QUANTITY_NONE)
		params[2].name = NULL;
	record_series(&(struct series_record){
		.key = dispatch_key(c->subject, c->cores, params),
		.columns = columns, .row = whole_row, .thin = true,
		.rows = thin_whole(c->cores, c->summary.n,
				   (unsigned)stretches) });
}

/* ---- sorted ------------------------------------------------------------ */

struct quantiles {
	uint64_t samples;
	unsigned steps;
};

static void quantile_row(const void *of, unsigned index, int64_t *value)
{
	const struct quantiles *q = of;
	unsigned per_mille = index * 1000 / q->steps;

	value[0] = per_mille;
	value[1] = stats_percentile(dispatch_sorted(), q->samples, per_mille);
}

void dispatch_quantiles(const struct dispatch_cell *c, unsigned steps)
{
	static const struct series_column columns[] = {
		{ .name = "per_mille" }, { .name = "ticks" },
		{ .name = NULL } };
	const struct param params[] = {
		{ "n", (int64_t)c->n }, { "sorted", 1 }, { NULL, 0 } };

	if (c->kept && c->summary.n)
		record_series(&(struct series_record){
			.key = dispatch_key(c->subject, c->cores, params),
			.columns = columns, .row = quantile_row, .thin = true,
			.rows = steps + 1,
			.of = &(struct quantiles){ c->summary.n, steps } });
}

/* ---- decisions --------------------------------------------------------- */

static struct executor_decision decision[DECISIONS_MOST];

static void decision_row(const void *of, unsigned index, int64_t *value)
{
	const struct executor_decision *d = &decision[index];

	(void)of;
	value[0] = (int64_t)d->ticks;
	value[1] = d->width;
	value[2] = d->batch;
	value[3] = (int64_t)d->task_ticks;
	value[4] = (int64_t)d->dispatch_ticks;
}

void dispatch_decisions(const struct dispatch_cell *c, unsigned most)
{
	static const struct series_column columns[] = {
		{ .name = "ticks" }, { .name = "width" }, { .name = "batch" },
		{ .name = "task_ticks" }, { .name = "dispatch_ticks" },
		{ .name = NULL } };
	const struct dispatch_subject *s = c->subject;
	struct param params[] = {
		{ "n", (int64_t)c->n }, { "decisions", 0 }, { NULL, 0 } };
	size_t made;

	if (!s->kind->trace)
		return;
	most = (unsigned)min_u64(most, DECISIONS_MOST);
	made = s->kind->trace(s->executor, decision, most);
	params[1].value = (int64_t)made;
	record_series(&(struct series_record){
		.key = dispatch_key(s, c->cores, params), .columns = columns,
		.row = decision_row, .thin = true,
		.rows = (unsigned)min_u64(made, most) });
}
