/* SPDX-License-Identifier: MIT */
/* What happened one after the other, as `series` records. */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/report/series_record.h"
#include "kernel/minmax.h"

#define FIRST_MOST 1000u
#define DECISIONS_MOST 200u

/* ---- the first samples ------------------------------------------------- */

static struct {
	uint32_t worker;
	int32_t ticks;
} first[FIRST_MOST];

/* The worker whose next sample is the earliest; cores: none has any left. */
static unsigned earliest_worker(const uint64_t *taken, unsigned cores)
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
	static uint64_t taken[MACHINE_MAX_CORES];
	unsigned n, w;

	for (unsigned i = 0; i < cores; i++)
		taken[i] = 0;
	for (n = 0; n < most && n < FIRST_MOST; n++) {
		if ((w = earliest_worker(taken, cores)) == cores)
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
