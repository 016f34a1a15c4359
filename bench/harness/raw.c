/* SPDX-License-Identifier: MIT */
#include "bench/harness/raw.h"

#include "bench/config/settings.h"
#include "bench/report/series_record.h"
#include "kernel/log.h"

struct raw {
	const struct result *result;
	const int64_t *samples;
};

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
	static const struct series_column columns[] = {
		{ .name = "round" }, { .name = "ticks" }, { .name = NULL } };

	if (!settings_raw() || (of->rounds > 1 && count_in(of) != n))
		return;
	record_series(&(struct series_record){
		.key = of->key, .columns = columns, .rows = (unsigned)n,
		.thin = true, .row = raw_row, .fields = log_batch,
		.of = &(struct raw){ of, samples } });
}
