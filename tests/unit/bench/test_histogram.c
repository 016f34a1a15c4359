/* SPDX-License-Identifier: MIT */
/* bench/stats/histogram.c: percentiles read from it against the exact ones. */
#include <stdlib.h>
#include <string.h>

#include "bench/stats/histogram.h"
#include "bench/stats/stats.h"
#include "tests/unit/test.h"

#define MOST 20000

static int64_t samples[MOST];
static uint32_t count[HISTOGRAM_BINS(HISTOGRAM_BITS)];

/* The percentile in ten-thousandths, as a reader of the bins sees it. */
static uint64_t from_bins(size_t n, unsigned per_10000)
{
	size_t at = 0, rank = (n * per_10000 + 9999) / 10000, seen = 0;
	struct histogram_bin bin;

	while ((bin = histogram_next(samples, n, &at)).count) {
		seen += bin.count;
		if (seen >= rank)
			return bin.lower;
	}
	return 0;
}

/* The same samples counted in a table give the same bins and percentiles. */
static void check_table(size_t n)
{
	struct histogram table;
	struct histogram_bin cut, counted;
	unsigned index = 0;
	size_t at = 0;

	memset(count, 0, sizeof(count));
	histogram_init(&table, HISTOGRAM_BITS, count);
	for (size_t i = 0; i < n; i++)
		histogram_add(&table, (uint64_t)samples[i]);
	CHECK_EQUAL(table.n, n);
	CHECK_EQUAL(table.min, samples[0]);
	CHECK_EQUAL(table.max, samples[n - 1]);
	CHECK_EQUAL(histogram_percentile(&table, 10000), samples[n - 1]);
	for (unsigned p = 1; p < 10000; p += 333) {
		uint64_t read = histogram_percentile(&table, p);
		uint64_t exact = (uint64_t)samples[(n * p + 9999) / 10000 - 1];

		CHECK(read <= exact && exact - read <= exact / 1000);
	}
	do {
		cut = histogram_next(samples, n, &at);
		counted = histogram_next_bin(&table, &index);
		CHECK_EQUAL(cut.lower, counted.lower);
		CHECK_EQUAL(cut.count, counted.count);
	} while (cut.count);
}

static void check_percentiles(size_t n)
{
	static const unsigned asked[] = { 1, 1000, 5000, 9000, 9900, 9990, 9999,
					  10000 };
	size_t at = 0, seen = 0;
	uint64_t last = 0;
	struct histogram_bin bin;

	stats_sort(samples, n);
	for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		size_t rank = (n * asked[i] + 9999) / 10000;
		uint64_t exact = (uint64_t)samples[rank ? rank - 1 : 0];
		uint64_t read = from_bins(n, asked[i]);

		CHECK(read <= exact);
		CHECK(exact - read <= exact / 1000);
	}
	while ((bin = histogram_next(samples, n, &at)).count) {
		CHECK(seen == 0 || bin.lower > last); /* ascending, once each */
		last = bin.lower;
		seen += bin.count;
	}
	CHECK_EQUAL(seen, n);
	check_table(n);
}

TEST(histogram_small_values_are_exact)
{
	for (uint64_t v = 0; v < 2048; v++)
		CHECK_EQUAL(histogram_lower(v), v);
	CHECK_EQUAL(histogram_lower(2049), 2048);
	CHECK_EQUAL(histogram_lower(UINT64_MAX) & 0xFFFF, 0);
}

TEST(histogram_bins_are_no_wider_than_a_thousandth)
{
	for (uint64_t v = 1; v < UINT64_MAX / 3; v = v * 3 + 1) {
		uint64_t lower = histogram_lower(v);
		CHECK(lower <= v && v - lower <= v / 1000);
		CHECK_EQUAL(histogram_lower(lower), lower);
	}
}

TEST(histogram_percentiles_on_awkward_sets)
{
	for (size_t i = 0; i < MOST; i++)
		samples[i] = 123457; /* constant */
	check_percentiles(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = i % 2 ? 70 : 1000003; /* bimodal */
	check_percentiles(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = 100 + (1ull << (i % 41)); /* heavy tail */
	check_percentiles(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = i < MOST - 2 ? 50 + i % 7 : 1ull << 40; /* outliers */
	check_percentiles(MOST);
}

TEST(histogram_percentiles_on_random_sets)
{
	srand(7);
	for (size_t n = 1; n < 500; n += 13) {
		for (size_t i = 0; i < n; i++)
			samples[i] = (uint64_t)rand() >> (rand() % 30);
		check_percentiles(n);
	}
}

TEST(histogram_of_nothing_has_no_bin)
{
	size_t at = 0;

	CHECK_EQUAL(histogram_next(samples, 0, &at).count, 0);
}

TEST(histogram_counts_what_is_below_zero_as_zero)
{
	int64_t sorted[4] = { -700, -1, 0, 1 };
	size_t at = 0;

	CHECK_EQUAL(histogram_next(sorted, 4, &at).count, 3);
	CHECK_EQUAL(histogram_next(sorted, 4, &at).lower, 1);
}

TEST(histogram_table_holds_every_value)
{
	struct histogram table;

	histogram_init(&table, HISTOGRAM_BITS, count);
	CHECK_EQUAL(histogram_percentile(&table, 5000), 0);
	CHECK_EQUAL(histogram_index(HISTOGRAM_BITS, UINT64_MAX),
		    HISTOGRAM_BINS(HISTOGRAM_BITS) - 1);
	CHECK_EQUAL(histogram_index(4, UINT64_MAX), HISTOGRAM_BINS(4) - 1);
}

TEST(histogram_tables_merge)
{
	static uint32_t other_count[HISTOGRAM_BINS(4)];
	struct histogram one, other;

	memset(count, 0, sizeof(count));
	histogram_init(&one, 4, count);
	histogram_init(&other, 4, other_count);
	histogram_add(&one, 5);
	histogram_add(&other, 3);
	histogram_add(&other, 1000);
	histogram_merge(&one, &other);
	CHECK_EQUAL(one.n, 3);
	CHECK_EQUAL(one.sum, 1008);
	CHECK_EQUAL(one.min, 3);
	CHECK_EQUAL(one.max, 1000);
	CHECK_EQUAL(histogram_percentile(&one, 5000), 5);
}

TEST(histogram_ranks_are_rounded_up_at_their_very_bounds)
{
	struct histogram table;

	memset(count, 0, sizeof(count));
	histogram_init(&table, HISTOGRAM_BITS, count);
	for (unsigned i = 0; i < 10001; i++)
		histogram_add(&table, i < 1 ? 10 : i < 10000 ? 20 : 30);
	CHECK_EQUAL(histogram_percentile(&table, 1), 20);
	CHECK_EQUAL(histogram_percentile(&table, 9999), 20);
	CHECK_EQUAL(histogram_percentile(&table, 10000), 30);
}

TEST(histogram_tables_merge_their_first_bin)
{
	static uint32_t other_count[HISTOGRAM_BINS(4)];
	struct histogram one, other;
	unsigned index = 0;

	memset(count, 0, sizeof(count));
	histogram_init(&one, 4, count);
	histogram_init(&other, 4, other_count);
	histogram_add(&other, 0);
	histogram_merge(&one, &other);
	CHECK_EQUAL(histogram_next_bin(&one, &index).count, 1);
	CHECK_EQUAL(index, 1);
}
