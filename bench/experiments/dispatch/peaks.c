/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/report/series_record.h"
#include "bench/stats/peaks.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

/* The same on all machines, so that their series lie side by side; beyond 20,000
 * ticks all go into one more. */
#define BIN_TICKS 50
#define BINS 400u
#define ACTIVE_MOST 16u /* or more */
#define PEAKS_MOST 6u

static uint32_t count[ACTIVE_MOST + 1][BINS + 1]; /* [active][bin] */
static uint32_t all[BINS + 1];
static int64_t begins[MACHINE_MAX_CORES], ends[MACHINE_MAX_CORES];

/* ---- who was active ---------------------------------------------------- */

static uint32_t when_of(uint64_t time)
{
	return (uint32_t)((time - dispatch_order.begin) >> DISPATCH_WHEN_SHIFT);
}

/* Sorts the times at which workers began and ended; returns how many. */
static unsigned sort_times(unsigned cores)
{
	unsigned n = 0;

	for (unsigned i = 0; i < cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		if (!w->tasks)
			continue;
		begins[n] = when_of(w->begin);
		ends[n++] = when_of(w->end);
	}
	stats_sort(begins, n);
	stats_sort(ends, n);
	return n;
}

/* Of n ascending times, those before `when`. */
static unsigned count_before(const int64_t *time, unsigned n, int64_t when)
{
	unsigned from = 0;

	while (from < n) {
		unsigned middle = (from + n) / 2;

		if (time[middle] < when)
			from = middle + 1;
		else
			n = middle;
	}
	return from;
}

static unsigned active_at(uint32_t when, unsigned workers)
{
	unsigned active = count_before(begins, workers, (int64_t)when + 1) -
			  count_before(ends, workers, when);

	return (unsigned)min_u64(active, ACTIVE_MOST);
}

/* ---- counting ---------------------------------------------------------- */

static unsigned bin_of(int64_t ticks)
{
	int64_t bin = ticks < 0 ? 0 : ticks / BIN_TICKS;

	return bin < (int64_t)BINS ? (unsigned)bin : BINS;
}

static void count_kept(unsigned cores)
{
	unsigned workers = sort_times(cores);

	for (unsigned i = 0; i < cores; i++) {
		const struct dispatch_worker *w = &dispatch_order.worker[i];

		for (uint64_t k = 0; k < dispatch_samples_of(w); k++)
			count[active_at(w->sample[k].when, workers)]
			     [bin_of(w->sample[k].ticks)]++;
	}
}

/* The first worker's histogram holds all of them by now. */
static void count_counted(unsigned workers)
{
	const struct histogram *h = &dispatch_order.worker[0].histogram;
	unsigned index = 0;
	struct histogram_bin bin;

	workers = (unsigned)min_u64(workers, ACTIVE_MOST);
	while ((bin = histogram_next_bin(h, &index)).count)
		count[workers][bin_of((int64_t)bin.lower)] +=
			(uint32_t)bin.count;
}

static void count_all(const struct dispatch_cell *c)
{
	memset(count, 0, sizeof(count));
	memset(all, 0, sizeof(all));
	if (c->kept)
		count_kept(c->cores);
	else
		count_counted(c->workers);
	for (unsigned a = 0; a <= ACTIVE_MOST; a++)
		for (unsigned b = 0; b <= BINS; b++)
			all[b] += count[a][b];
}

/* ---- the series -------------------------------------------------------- */

static struct {
	unsigned bin;
	uint32_t count;
} filled[BINS + 1];

static unsigned fill_bins(const uint32_t *bins)
{
	unsigned n = 0;

	for (unsigned b = 0; b <= BINS; b++)
		if (bins[b]) {
			filled[n].bin = b;
			filled[n++].count = bins[b];
		}
	return n;
}

static void bin_row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = filled[index].bin * BIN_TICKS;
	value[1] = filled[index].count;
}

static void write_series(const struct dispatch_cell *c)
{
	static const struct series_column columns[] = {
		{ .name = "lower" }, { .name = "count" }, { .name = NULL } };

	for (unsigned a = 0; a <= ACTIVE_MOST; a++) {
		const struct param params[] = {
			{ "n", (int64_t)c->n },
			{ "bin", BIN_TICKS }, { "active", a }, { NULL, 0 } };
		unsigned rows = fill_bins(count[a]);

		if (rows)
			record_series(&(struct series_record){
				.key = dispatch_key(c->subject, c->cores,
						    params),
				.columns = columns, .row = bin_row,
				.thin = true, .rows = rows });
	}
}

/* ---- the peaks --------------------------------------------------------- */

static uint64_t in_peak(const uint32_t *bins, const struct peak *p)
{
	uint64_t sum = 0;

	for (unsigned b = p->first; b <= p->last; b++)
		sum += bins[b];
	return sum;
}

/* The number of active workers that most samples of a peak were taken at. */
static unsigned width_of(const struct peak *p)
{
	unsigned best = 0;

	for (unsigned a = 1; a <= ACTIVE_MOST; a++)
		if (in_peak(count[a], p) > in_peak(count[best], p))
			best = a;
	return best;
}

static void peak_row(const void *of, unsigned index, int64_t *value)
{
	const struct peak *p = (const struct peak *)of + index;

	value[0] = p->bin * BIN_TICKS;
	value[1] = (int64_t)p->count;
	value[2] = width_of(p);
}

unsigned dispatch_count_peaks(const struct dispatch_cell *c)
{
	struct peak peak[PEAKS_MOST];

	count_all(c);
	return peaks_find(all, BINS, peak, PEAKS_MOST);
}

void dispatch_find_peaks(const struct dispatch_cell *c, bool series)
{
	static const struct series_column columns[] = {
		{ .name = "lower" }, { .name = "count" },
		{ .name = "active" }, { .name = NULL } };
	struct peak peak[PEAKS_MOST];
	struct param params[] = {
		{ "n", (int64_t)c->n }, { .name = "peaks" }, { .name = NULL } };

	count_all(c);
	if (series)
		write_series(c);
	params[1].value = peaks_find(all, BINS, peak, PEAKS_MOST);
	record_series(&(struct series_record){
		.key = dispatch_key(c->subject, c->cores, params),
		.columns = columns, .row = peak_row, .of = peak,
		.rows = (unsigned)params[1].value });
}
