/* SPDX-License-Identifier: MIT */
/* bench/stats/stats.c against a naive reference, and at its edges. */
#include <stdlib.h>
#include <string.h>

#include "bench/stats/stats.h"
#include "tests/unit/test.h"

#define MOST 3000

static int64_t samples[MOST], sorted[MOST], away[MOST];

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int64_t rank(const int64_t *in_order, size_t n, unsigned per_mille)
{
	size_t r = (n * per_mille + 999) / 1000;

	return in_order[r ? r - 1 : 0];
}

/* Everything computed again in the plainest way. */
static void check_against_reference(size_t n)
{
	struct summary s;
	__int128 sum = 0;

	memcpy(sorted, samples, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_value);
	for (size_t i = 0; i < n; i++)
		sum += sorted[i];
	s = stats_summarise(samples, n);
	CHECK_EQUAL(s.n, n);
	CHECK_EQUAL(s.min, sorted[0]);
	CHECK_EQUAL(s.max, sorted[n - 1]);
	CHECK_EQUAL(s.p50, rank(sorted, n, 500));
	CHECK_EQUAL(s.p90, rank(sorted, n, 900));
	CHECK_EQUAL(s.p99, rank(sorted, n, 990));
	CHECK_EQUAL(s.p999, rank(sorted, n, 999));
	CHECK_EQUAL(s.mean_milli, (int64_t)(sum * 1000 / (int64_t)n));
	for (size_t i = 0; i < n; i++)
		away[i] = sorted[i] > s.p50 ? sorted[i] - s.p50
					    : s.p50 - sorted[i];
	qsort(away, n, sizeof(*away), by_value);
	CHECK_EQUAL(s.mad, rank(away, n, 500));
	CHECK(!memcmp(samples, sorted, n * sizeof(*sorted)));
}

TEST(stats_agree_with_a_reference_on_random_sets)
{
	srand(1);
	for (size_t n = 1; n < 200; n++) {
		for (size_t i = 0; i < n; i++)
			samples[i] = rand() % (n % 7 ? 1000 : 5);
		check_against_reference(n);
	}
}

TEST(stats_agree_with_a_reference_on_awkward_sets)
{
	for (size_t i = 0; i < MOST; i++)
		samples[i] = 42; /* constant */
	check_against_reference(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = i % 2 ? 10 : 1000; /* bimodal */
	check_against_reference(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = 1ll << (i % 41); /* heavy tail, up to 2^40 */
	check_against_reference(MOST);
	for (size_t i = 0; i < MOST; i++)
		samples[i] = MOST - (int64_t)i; /* descending */
	check_against_reference(MOST);
}

/* Two cores' clocks may differ: what was later there may be earlier here. */
TEST(stats_agree_with_a_reference_below_zero)
{
	for (size_t n = 1; n < 200; n++) {
		for (size_t i = 0; i < n; i++)
			samples[i] = -1 - rand() % 1000; /* all of them */
		check_against_reference(n);
		for (size_t i = 0; i < n; i++)
			samples[i] = rand() % 1000 - 700; /* the median, too */
		check_against_reference(n);
	}
}

TEST(stats_mean_goes_towards_zero)
{
	int64_t below[3] = { -1, 0, 0 };

	CHECK_EQUAL(stats_mean_milli(below, 3), -333);
}

TEST(stats_of_nothing_and_of_one)
{
	struct summary none = stats_summarise(samples, 0);
	int64_t one = 7;
	struct summary single = stats_summarise(&one, 1);

	CHECK_EQUAL(none.n, 0);
	CHECK_EQUAL(none.p50 | none.max | none.mean_milli, 0);
	CHECK_EQUAL(stats_percentile(samples, 0, 500), 0);
	CHECK_EQUAL(single.min + single.p50 + single.p999 + single.max, 28);
	CHECK_EQUAL(single.mean_milli, 7000);
	CHECK_EQUAL(single.mad, 0);
}

TEST(stats_percentiles_at_both_ends)
{
	int64_t ten[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

	CHECK_EQUAL(stats_percentile(ten, 10, 0), 0);
	CHECK_EQUAL(stats_percentile(ten, 10, 100), 0);
	CHECK_EQUAL(stats_percentile(ten, 10, 101), 1);
	CHECK_EQUAL(stats_percentile(ten, 10, 1000), 9);
}

TEST(stats_mean_of_large_samples_does_not_wrap)
{
	int64_t large[4] = { 1ll << 52, 1ll << 52, 1ll << 52, (1ll << 52) + 4 };

	/* 1000 times the sum does not fit. */
	CHECK_EQUAL(stats_mean_milli(large, 4), ((1ll << 52) + 1) * 1000);
}

TEST(stats_jain_at_its_bounds)
{
	uint64_t equal[4] = { 9, 9, 9, 9 }, one[4] = { 0, 7, 0, 0 };
	uint64_t large[2] = { UINT64_MAX, UINT64_MAX }, none[3] = { 0 };

	CHECK_EQUAL(stats_jain_milli(equal, 4), 1000);
	CHECK_EQUAL(stats_jain_milli(one, 4), 250);
	CHECK_EQUAL(stats_jain_milli(large, 2), 1000);
	CHECK_EQUAL(stats_jain_milli(none, 3), 1000);
	CHECK_EQUAL(stats_jain_milli(none, 0), 1000);
}

/* An array that holds more than is asked about tells a rank that is off. */
TEST(stats_ranks_are_rounded_up_at_their_very_bounds)
{
	for (size_t i = 0; i < 1001; i++)
		samples[i] = 10 + (int64_t)i;
	CHECK_EQUAL(stats_percentile(samples, 1000, 1), 10);
	CHECK_EQUAL(stats_percentile(samples, 1001, 1), 11);
	CHECK_EQUAL(stats_percentile(samples, 0, 500), 0);
	CHECK_EQUAL(stats_mean_milli(samples, 0), 0);
}

TEST(stats_jain_of_shares_far_apart)
{
	static uint64_t many[1001];
	uint64_t little[2] = { 1, 0 }, last[2] = { 1, UINT64_MAX };
	uint64_t first[2] = { UINT64_MAX, 1 };

	CHECK_EQUAL(stats_jain_milli(little, 2), 500);
	CHECK_EQUAL(stats_jain_milli(last, 2), 500);
	CHECK_EQUAL(stats_jain_milli(first, 2), 500);
	for (unsigned i = 0; i < 1001; i++)
		many[i] = i ? 1 : UINT16_MAX; /* exact up to there */
	CHECK_EQUAL(stats_jain_milli(many, 1001), 1);
}
