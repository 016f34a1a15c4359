/* SPDX-License-Identifier: MIT */
/* bench/stats/distance.c: the distance of two distributions. */
#include "bench/stats/distance.h"
#include "tests/unit/test.h"

static int64_t of(const int64_t *a, size_t n, const int64_t *b, size_t m)
{
	int64_t there = stats_distance_milli(a, n, b, m);

	CHECK_EQUAL(there, stats_distance_milli(b, m, a, n));
	return there;
}

TEST(distance_of_the_same_is_none)
{
	static const int64_t one[] = { -3, 1, 1, 7 };
	static const int64_t twice[] = { -3, -3, 1, 1, 1, 1, 7, 7 };

	CHECK_EQUAL(of(one, 4, one, 4), 0);
	CHECK_EQUAL(of(one, 4, twice, 8), 0);
	CHECK_EQUAL(of(one, 4, twice, 0), 0);
}

TEST(distance_of_what_does_not_overlap_is_whole)
{
	static const int64_t low[] = { 1, 2 }, high[] = { 3, 4, 5 };

	CHECK_EQUAL(of(low, 2, high, 3), 100000);
}

/* Of {1, 2, 3, 4} half lies at or below 2, of {2, 5, 6} a third: 16.666 %; at 4
 * all and a third: 66.666 %. */
TEST(distance_is_the_greatest_on_the_way)
{
	static const int64_t a[] = { 1, 2, 3, 4 }, b[] = { 2, 5, 6 };

	CHECK_EQUAL(of(a, 4, b, 3), 66666);
	CHECK_EQUAL(of(a, 2, b, 3), 66666);
	CHECK_EQUAL(of(a, 1, b, 1), 100000);
}
