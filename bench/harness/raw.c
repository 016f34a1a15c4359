/* SPDX-License-Identifier: MIT */
#include "bench/harness/raw.h"

#include "bench/config/settings.h"
#include "kernel/log.h"

struct raw {
	const struct result *result;
	const int64_t *samples;
};

void raw_series(const struct series_record *of)
{
	struct series_record series = *of;

	series.thin = true;
	if (settings_raw())
		record_series(&series);
}

/* ---- a round ----------------------------------------------------------- */

struct one_round {
	unsigned round;
	const int64_t *samples;
};

static const struct series_column columns[] = {
	{ .name = "round" }, { .name = "ticks" }, { .name = NULL } };

static void sample_row(const void *of, unsigned index, int64_t *value)
{
	const struct one_round *it = of;

	value[0] = it->round;
	value[1] = it->samples[index];
}

void raw_round(const struct record_key *key, unsigned round,
	       const int64_t *samples, size_t n)
{
	raw_series(&(struct series_record){
		.key = *key, .columns = columns, .rows = (unsigned)n,
		.row = sample_row, .of = &(struct one_round){ round, samples } });
}

/* ---- all rounds -------------------------------------------------------- */

static size_t count_in(const struct result *r)
{
	size_t n = 0;

	if (!r->round_count)
		return r->rounds;
	for (unsigned i = 0; i < r->rounds; i++)
		n += r->round_count[i];
	return n;
}

static unsigned round_of(const struct result *r, unsigned index)
{
	unsigned round = 0;

	if (r->rounds < 2)
		return 0;
	if (!r->round_count)
		return index;
	while (index >= r->round_count[round])
		index -= r->round_count[round++];
	return round;
}

static void raw_row(const void *of, unsigned index, int64_t *value)
{
	const struct raw *raw = of;

	value[0] = round_of(raw->result, index);
	value[1] = raw->samples[index];
}

static void log_batch(const void *of)
{
	log_number("batch", ((const struct raw *)of)->result->batch);
}

void raw_record(const struct result *of, const int64_t *samples, size_t n)
{
	if (of->rounds > 1 && count_in(of) != n)
		return;
	raw_series(&(struct series_record){
		.key = of->key, .columns = columns, .rows = (unsigned)n,
		.row = raw_row, .fields = log_batch,
		.of = &(struct raw){ of, samples } });
}

static void judged_row(const void *of, unsigned index, int64_t *value)
{
	const struct raw *raw = of;

	raw_row(of, index, value + 1);
	value[0] = raw->result->round_disturbed[value[1]];
}

void raw_judged(const struct result *of, const int64_t *samples, size_t n)
{
	static const struct series_column judged[] = {
		{ .name = "disturbed" }, { .name = "round" },
		{ .name = "ticks" }, { .name = NULL } };

	raw_series(&(struct series_record){
		.key = of->key, .columns = judged, .rows = (unsigned)n,
		.row = judged_row, .of = &(struct raw){ of, samples } });
}
