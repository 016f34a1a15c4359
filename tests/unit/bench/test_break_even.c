/* SPDX-License-Identifier: MIT */
/* bench/stats/break_even.c: crossings between measured points. */
#include "bench/stats/break_even.h"
#include "tests/unit/test.h"

static const uint64_t x[] = { 0, 100, 200, 1000 };
static const int64_t loop[] = { 0, 100000, 200000, 1000000 };
static int64_t at;

TEST(break_even_lies_where_the_lines_meet)
{
	/* 150 + x / 2 meets x at 300. */
	static const int64_t pool[] = { 150000, 200000, 250000, 650000 };

	CHECK(break_even(x, loop, pool, 4, &at));
	CHECK(at > 299900 && at < 300100);
}

TEST(break_even_at_once_or_never)
{
	static const int64_t always[] = { 0, 1, 2, 3 };
	static const int64_t never[] = { 1, 100001, 200001, 1000001 };

	CHECK(break_even(x, loop, always, 4, &at));
	CHECK_EQUAL(at, 0);
	CHECK(!break_even(x, loop, never, 4, &at));
	CHECK(!break_even(x, loop, always, 0, &at));
}

TEST(break_even_counts_from_where_it_stays_so)
{
	/* Below at 0, above at 100, below from 200 on. */
	static const int64_t twice[] = { 0, 150000, 150000, 500000 };

	CHECK(break_even(x, loop, twice, 4, &at));
	CHECK_EQUAL(at, 150000);
}

TEST(break_even_exactly_at_a_point)
{
	static const int64_t touch[] = { 50000, 150000, 200000, 900000 };

	CHECK(break_even(x, loop, touch, 4, &at));
	CHECK_EQUAL(at, 200000);
}

TEST(break_even_at_the_very_last_point)
{
	static const int64_t last[] = { 1, 100001, 200001, 1000000 };
	static const int64_t first[] = { 0, 100001, 200001, 1000001 };

	CHECK(break_even(x, loop, last, 4, &at));
	CHECK_EQUAL(at, 1000000);
	at = 0;
	CHECK(break_even_first(x, loop, last, 4, &at));
	CHECK_EQUAL(at, 1000000);
	CHECK(!break_even(x, loop, first, 4, &at));
	CHECK(break_even_first(x, loop, first, 4, &at));
	CHECK_EQUAL(at, 0);
}

TEST(break_even_takes_large_values)
{
	static const uint64_t far[] = { 10001, 100001 };
	static const int64_t a[] = { 70000000, 1ll << 39 };
	static const int64_t b[] = { 70000001, (1ll << 39) - 1 };

	CHECK(break_even(far, a, b, 2, &at));
	CHECK_EQUAL(at / 1000, 55001);
}

TEST(break_even_from_the_first_point_on)
{
	static const uint64_t later[] = { 30, 40 };
	static const int64_t one[] = { 5, 5 }, equal[] = { 5, 4 };

	CHECK(break_even(later, one, equal, 2, &at));
	CHECK_EQUAL(at, 30000);
}

TEST(break_even_may_be_asked_for_the_first_time)
{
	/* Below from 150 on, above at 1000. */
	static const int64_t twice[] = { 1, 150000, 150000, 1000001 };
	static const int64_t above[] = { 1, 100001, 200001, 1000001 };

	CHECK(!break_even(x, loop, twice, 4, &at));
	CHECK(break_even_first(x, loop, twice, 4, &at));
	CHECK_EQUAL(at, 150000);
	CHECK(break_even_first(x, loop, loop, 4, &at));
	CHECK_EQUAL(at, 0);
	CHECK(!break_even_first(x, loop, above, 4, &at));
	CHECK(!break_even_first(x, loop, twice, 0, &at));
}
