/* SPDX-License-Identifier: MIT */
/* bench/stats/histogram.c: bins by a plain rule, percentiles by the exact ones. */
#include "bench/stats/histogram.h"

#include <stdlib.h>
#include <string.h>

#include "bench/stats/stats.h"
#include "tests/unit/test.h"

#define MOST 20000

static int64_t samples[MOST];
static uint32_t count[HISTOGRAM_BINS(HISTOGRAM_BITS)];

/* Eleven bits of a value are kept. */
TEST(histogram_bins_keep_three_digits)
{
	for (uint64_t v = 0; v < UINT64_MAX / 3; v = v < 2100 ? v + 1 : v * 3) {
		unsigned shift = 0;

		while (v >> shift >= 2048)
			shift++;
		CHECK_EQUAL(histogram_lower(v), v >> shift << shift);
		CHECK_EQUAL(histogram_lower(v >> shift << shift),
			    v >> shift << shift);
	}
	CHECK_EQUAL(histogram_index(HISTOGRAM_BITS, UINT64_MAX),
		    HISTOGRAM_BINS(HISTOGRAM_BITS) - 1);
	CHECK_EQUAL(histogram_index(4, UINT64_MAX), HISTOGRAM_BINS(4) - 1);
}

/* Cut out of sorted samples and counted in a table: the same bins, which hold
 * each sample once and tell each percentile to a thousandth. */
static void check_bins(size_t n)
{
	struct histogram_bin cut, counted;
	size_t at = 0, seen = 0;
	unsigned index = 0;
	struct histogram table;

	stats_sort(samples, n);
	memset(count, 0, sizeof(count));
	histogram_init(&table, HISTOGRAM_BITS, count);
	for (size_t i = 0; i < n; i++)
		histogram_add(&table, (uint64_t)samples[i]);
	CHECK_EQUAL(table.n, n);
	CHECK_EQUAL(table.min, samples[0]);
	CHECK_EQUAL(histogram_percentile(&table, 10000), samples[n - 1]);
	for (unsigned p = 1; p < 10000; p += 333) {
		uint64_t read = histogram_percentile(&table, p);
		uint64_t exact = (uint64_t)samples[(n * p + 9999) / 10000 - 1];

		CHECK(read <= exact && exact - read <= exact / 1000);
	}
	do {
		cut = histogram_next(samples, n, &at);
		counted = histogram_next_bin(&table, &index);
		seen += cut.count;
		CHECK_EQUAL(cut.lower, counted.lower);
		CHECK_EQUAL(cut.count, counted.count);
	} while (cut.count);
	CHECK_EQUAL(seen, n);
}

TEST(histogram_of_any_set_tells_its_percentiles)
{
	srand(7);
	for (size_t n = 1; n < 500; n += 13) {
		for (size_t i = 0; i < n; i++)
			samples[i] = (int64_t)rand() >> (rand() % 30);
		check_bins(n);
	}
	for (size_t i = 0; i < MOST; i++)
		samples[i] = i % 2 ? 70 : 1000003; /* bimodal */
	check_bins(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = 100 + (1ll << (i % 41)); /* heavy tail */
	check_bins(MOST);
}

TEST(histogram_counts_what_is_below_zero_as_zero)
{
	int64_t sorted[4] = { -700, -1, 0, 1 };
	size_t at = 0;

	CHECK_EQUAL(histogram_next(sorted, 4, &at).count, 3);
	CHECK_EQUAL(histogram_next(sorted, 4, &at).lower, 1);
	at = 0;
	CHECK_EQUAL(histogram_next(sorted, 0, &at).count, 0);
}

TEST(histogram_ranks_are_rounded_up_at_their_very_bounds)
{
	struct histogram table;

	histogram_init(&table, HISTOGRAM_BITS, count);
	CHECK_EQUAL(histogram_percentile(&table, 5000), 0);
	for (unsigned i = 0; i < 10001; i++)
		histogram_add(&table, i < 1 ? 10 : i < 10000 ? 20 : 30);
	CHECK_EQUAL(histogram_percentile(&table, 1), 20);
	CHECK_EQUAL(histogram_percentile(&table, 9999), 20);
	CHECK_EQUAL(histogram_percentile(&table, 10000), 30);
}
