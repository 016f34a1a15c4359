/* SPDX-License-Identifier: MIT */
/* bench/stats/stats.c at its bounds. Against NumPy and SciPy: test_statistics.py. */
#include "bench/stats/stats.h"

#include <string.h>

#include "tests/unit/test.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static int64_t samples[10001];

/* The squares of 0 to n - 1, stirred: each % modulus - from; NumPy reckoned what
 * they come to. Two cores' clocks may differ: samples may be below zero. */
TEST(stats_summaries_are_those_of_numpy)
{
	static const struct {
		uint64_t modulus;
		int64_t from;
		struct summary is;
	} rows[] = {
		{ 9, -7, { 1, 7, 7, 7, 7, 7, 7, 7, 7000, 0 } },
		{ 9, 1, { 2, -1, -1, 0, 0, 0, 0, 0, -500, 0 } },
		{ 1000, 0, { 10, 0, 16, 64, 81, 81, 81, 81, 28500, 15 } },
		{ 5, 9, { 11, -9, -8, -5, -5, -5, -5, -5, -7181, 1 } },
		{ 1009, 1009, { 199, -1009, -555, -109, -4, -2, -2, -2,
				-538246, 262 } },
		{ 1ull << 40, 0, { 1000, 0, 249001, 808201, 978121, 996004,
				   998001, 998001, 332833500, 215877 } },
		{ 1ull << 40, 600000, { 1001, -600000, -350000, 210000, 380100,
					398001, 400000, 400000, -266500000,
					216511 } },
		{ 100003, 70000, { 9999, -70000, -20833, 19761, 29041, 29914,
				   29975, 29975, -20687609, 25303 } },
		{ 1ull << 40, 1 << 24, { 10001, -16777216, 8222784, 64222784,
					 81232784, 83022884, 83202785, 83222784,
					 16557784000, 21651100 } },
	};

	EACH_ROW(i, rows) {
		size_t n = rows[i].is.n;
		struct summary s;

		test_row("%zu", n);
		for (uint64_t k = 0; k < n; k++) {
			uint64_t root = k * 7919 % n;

			samples[k] = (int64_t)(root * root % rows[i].modulus) -
				     rows[i].from;
		}
		s = stats_summarise(samples, n);
		CHECK(!memcmp(&s, &rows[i].is, sizeof(s)));
		for (size_t k = 1; k < n; k++)
			CHECK(samples[k - 1] <= samples[k]);
	}
	CHECK_EQUAL(stats_summarise(samples, 0).p50, 0);
}

/* An array that holds more than is asked about tells a rank that is off. */
TEST(stats_ranks_are_rounded_up_at_their_very_bounds)
{
	static const struct {
		size_t n;
		unsigned per_mille, rank;
	} rows[] = {
		{ 0, 500, 0 }, { 10, 0, 1 }, { 10, 100, 1 }, { 10, 101, 2 },
		{ 10, 1000, 10 }, { 1000, 1, 1 }, { 1001, 1, 2 },
	};

	for (unsigned i = 0; i < COUNT(samples); i++)
		samples[i] = 1 + i;
	EACH_ROW(i, rows)
		CHECK_EQUAL(stats_percentile(samples, rows[i].n,
					     rows[i].per_mille), rows[i].rank);
}

TEST(stats_mean_goes_towards_zero_and_does_not_wrap)
{
	static const int64_t large[] = { 1ll << 52, 1ll << 52, 1ll << 52,
					 (1ll << 52) + 4 }; /* times 1000 */
	static const int64_t below[] = { -1, 0, 0 };

	CHECK_EQUAL(stats_mean_milli(large, 4), ((1ll << 52) + 1) * 1000);
	CHECK_EQUAL(stats_mean_milli(below, 3), -333);
	CHECK_EQUAL(stats_mean_milli(below, 0), 0);
}

TEST(stats_jain_at_its_bounds)
{
	static uint64_t many[1001];
	static const struct {
		size_t n;
		uint64_t share[4], milli;
	} rows[] = {
		{ 0, { 0 }, 1000 }, { 3, { 0 }, 1000 },
		{ 4, { 9, 9, 9, 9 }, 1000 }, { 4, { 0, 7, 0, 0 }, 250 },
		{ 2, { UINT64_MAX, UINT64_MAX }, 1000 }, { 2, { 1, 0 }, 500 },
		{ 2, { 1, UINT64_MAX }, 500 }, { 2, { UINT64_MAX, 1 }, 500 },
	};

	EACH_ROW(i, rows)
		CHECK_EQUAL(stats_jain_milli(rows[i].share, rows[i].n),
			    rows[i].milli);
	for (unsigned i = 0; i < COUNT(many); i++)
		many[i] = i ? 1 : UINT16_MAX; /* exact up to there */
	CHECK_EQUAL(stats_jain_milli(many, COUNT(many)), 1);
}
