/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/samples.h"

#include "bench/experiments/dispatch/pass.h"
#include "bench/harness/raw.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

#define LENGTH(n) { "n", (int64_t)(n) }
#define END { .name = NULL }

/* How much of a pass is written: rows of each series. The log of the quick suite
 * has a bound. */
static const struct detail {
	unsigned first, whole, decisions;
} quick_detail = { 12, 16, 6 }, full_detail = { 1000, 1000, 200 };

/* ---- in the order of time ---------------------------------------------- */

static uint64_t taken[MACHINE_MAX_CORES]; /* of each worker's samples */

static struct ordered {
	uint64_t index;
	unsigned worker;
	int32_t ticks;
} ordered[1000];

/* The sample after those that were taken. */
static struct ordered next_in_time(unsigned cores, uint64_t index)
{
	const struct dispatch_worker *w = dispatch_order.worker;
	unsigned best = cores;

	for (unsigned i = 0; i < cores; i++)
		if (taken[i] < dispatch_samples_of(&w[i]) &&
		    (best == cores || w[i].sample[taken[i]].when <
				      w[best].sample[taken[best]].when))
			best = i;
	return (struct ordered){ index, best,
				 w[best].sample[taken[best]++].ticks };
}

/* The least and the greatest of a stretch, in their order, so that no tail is
 * lost. Returns how many rows there are then. */
static unsigned add_stretch(unsigned rows, unsigned cores, uint64_t at,
			    uint64_t end)
{
	struct ordered least = next_in_time(cores, at++), most = least;

	for (; at < end; at++) {
		struct ordered now = next_in_time(cores, at);

		if (now.ticks < least.ticks)
			least = now;
		if (now.ticks > most.ticks)
			most = now;
	}
	ordered[rows++] = least.index < most.index ? least : most;
	if (least.index != most.index)
		ordered[rows++] = least.index < most.index ? most : least;
	return rows;
}

static void ordered_row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = (int64_t)ordered[index].index;
	value[1] = ordered[index].worker;
	value[2] = ordered[index].ticks;
}

/* The first of them, in so many stretches. */
static void record_ordered(const struct dispatch_cell *c, struct param what,
			   uint64_t samples, uint64_t stretches)
{
	static const struct series_column columns[] = {
		{ .name = "index" }, { .name = "worker" }, { .name = "ticks" },
		END };
	const struct param params[] = { LENGTH(c->n), what, END };
	unsigned rows = 0;

	memset(taken, 0, sizeof(taken));
	for (uint64_t s = 0; s < stretches; s++)
		rows = add_stretch(rows, c->cores, samples * s / stretches,
				   samples * (s + 1) / stretches);
	if (rows)
		record_series(&(struct series_record){
			.key = dispatch_key(c, params), .columns = columns,
			.row = ordered_row, .thin = true, .rows = rows });
}

static void record_order(const struct detail *d, const struct dispatch_cell *c)
{
	uint64_t samples = c->stamped.summary.n;
	uint64_t first = min_u64(samples, d->first);

	record_ordered(c, (struct param){ "sorted", 0 }, first, first);
	record_ordered(c, (struct param){ "whole", (int64_t)samples }, samples,
		       min_u64(samples, d->whole / 2));
}

/* ---- in bins ----------------------------------------------------------- */

/* The same on all machines, so that their series lie side by side; beyond 20,000
 * ticks all go into one more. */
#define BIN_TICKS 50
#define BINS 400u
#define ACTIVE_MOST 16u /* workers, or more */
#define FIRST 1000u     /* samples; others published what those look like */

/* By how many workers were active; of a round all, and the first ones. */
static uint32_t count[ACTIVE_MOST + 1][BINS + 1];
enum { ALL, FIRST_ONES };
static unsigned filled[BINS + 1];

static uint32_t *bin_of(unsigned row, int32_t ticks)
{
	return &count[row][min_u64(ticks < 0 ? 0 : ticks / BIN_TICKS, BINS)];
}

static uint32_t when_of(uint64_t time)
{
	return (uint32_t)((time - dispatch_order.begin) >> DISPATCH_WHEN_SHIFT);
}

/* Workers between their first task and their last. */
static unsigned active_at(uint32_t when, unsigned cores)
{
	const struct dispatch_worker *w = dispatch_order.worker;
	unsigned active = 0;

	for (unsigned i = 0; i < cores; i++)
		active += w[i].tasks && when_of(w[i].begin) <= when &&
			  when <= when_of(w[i].end);
	return (unsigned)min_u64(active, ACTIVE_MOST);
}

static void bin_row(const void *of, unsigned index, int64_t *value)
{
	const uint32_t *bins = of;

	value[0] = filled[index] * BIN_TICKS;
	value[1] = bins[filled[index]];
	value[2] = count[FIRST_ONES][filled[index]];
}

static void record_bins(const struct dispatch_cell *c, struct param of,
			unsigned row, const struct series_column *columns,
			bool thin)
{
	const struct param params[] = { LENGTH(c->n), { "bin", BIN_TICKS }, of,
					END };
	unsigned rows = 0;

	for (unsigned b = 0; b <= BINS; b++)
		if (count[row][b])
			filled[rows++] = b;
	if (rows)
		record_series(&(struct series_record){
			.key = dispatch_key(c, params), .columns = columns,
			.row = bin_row, .rows = rows, .of = count[row],
			.thin = thin });
}

static void record_by_active(const struct dispatch_cell *c)
{
	static const struct series_column columns[] = {
		{ .name = "lower" }, { .name = "count" }, END };

	memset(count, 0, sizeof(count));
	for (unsigned i = 0; i < c->cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		for (uint64_t k = 0; k < dispatch_samples_of(w); k++)
			++*bin_of(active_at(w->sample[k].when, c->cores),
				  w->sample[k].ticks);
	}
	for (unsigned a = 0; a <= ACTIVE_MOST; a++)
		record_bins(c, (struct param){ "active", a }, a, columns,
			    true);
}

static bool is_published_pool(const struct dispatch_cell *c)
{
	return !strcmp(c->subject->name, "shared") ||
	       !strcmp(c->subject->name, "adaptive");
}

void dispatch_record_round(const struct dispatch_group *g,
			   const struct dispatch_cell *c, unsigned round)
{
	static const struct series_column columns[] = {
		{ .name = "lower" }, { .name = "samples" }, { .name = "first" },
		END };
	uint64_t samples = c->stamped.summary.n;

	if (!g->all_cores || c->point || !is_published_pool(c))
		return;
	memset(count, 0, sizeof(count));
	memset(taken, 0, sizeof(taken));
	for (uint64_t i = 0; i < samples; i++)
		++*bin_of(ALL, (int32_t)dispatch_sorted()[i]);
	for (uint64_t i = 0; i < min_u64(samples, FIRST); i++)
		++*bin_of(FIRST_ONES, next_in_time(c->cores, i).ticks);
	record_bins(c, (struct param){ "round", round }, ALL, columns, false);
}

/* ---- decisions --------------------------------------------------------- */

static struct executor_decision decision[200];

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

static void record_decisions(const struct dispatch_cell *c, unsigned most)
{
	static const struct series_column columns[] = {
		{ .name = "ticks" }, { .name = "width" }, { .name = "batch" },
		{ .name = "task_ticks" }, { .name = "dispatch_ticks" }, END };
	const struct dispatch_subject *s = c->subject;
	struct param params[] = { LENGTH(c->n), { "decisions", 0 }, END };

	if (!s->kind->trace)
		return;
	params[1].value = (int64_t)s->kind->trace(s->executor, decision, most);
	record_series(&(struct series_record){
		.key = dispatch_key(c, params), .columns = columns,
		.row = decision_row, .thin = true,
		.rows = (unsigned)min_u64((uint64_t)params[1].value, most) });
}

/* ---- what of a cell ---------------------------------------------------- */

void dispatch_record_samples(const struct dispatch_cell *c, bool full)
{
	const struct detail *d = full ? &full_detail : &quick_detail;
	bool found = c->point == DISPATCH_4700, pool = is_published_pool(c);

	if (found || (!c->n && pool) || (full && (!c->n || c->n == 501)))
		record_order(d, c);
	if (found || !c->n || (c->n == 501 && pool) || full)
		record_by_active(c);
	if (found || full)
		record_decisions(c, d->decisions);
}

/* ---- samples=raw ------------------------------------------------------- */

static void stamp_row(const void *of, unsigned index, int64_t *value)
{
	const struct dispatch_worker *w = dispatch_order.worker;

	while (index >= dispatch_samples_of(w))
		index -= (unsigned)dispatch_samples_of(w++);
	value[0] = w - dispatch_order.worker;
	value[1] = *(const int *)of;
	value[2] = w->sample[index].ticks;
}

void dispatch_raw_stamps(const struct dispatch_cell *c, int round)
{
	static const struct series_column columns[] = {
		{ .name = "worker" }, { .name = "round" }, { .name = "ticks" },
		END };
	const struct param params[] = { LENGTH(c->n), END };

	raw_series(&(struct series_record){
		.key = dispatch_key(c, params), .columns = columns,
		.rows = (unsigned)c->stamped.summary.n, .row = stamp_row,
		.of = &round });
}
