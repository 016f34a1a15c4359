/* SPDX-License-Identifier: MIT */
/* kernel/common/agree.c: of several sources, who is believed. */
#include "kernel/common/agree.h"

#include <stddef.h>

#include "tests/unit/test.h"

#define MHZ 1000000ull

static const struct told a = { "a", 2000 * MHZ, 7 };
static const struct told b = { "b", 2002 * MHZ, 0 };
static const struct told far_off = { "far", 2100 * MHZ, 3 };
static const struct told half = { "half", 1000 * MHZ, 0 };

TEST(agree_of_none_nothing_is_known)
{
	struct clock_result r = clock_agree(NULL, 0);

	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.source, "none");
	CHECK(!r.spread_known && !r.agreed && !r.contradicts);
}

TEST(agree_a_single_one_is_believed_with_its_scatter)
{
	struct clock_result r = clock_agree(&a, 1);

	CHECK_EQUAL(r.hz, a.hz);
	CHECK_TEXT(r.source, "a");
	CHECK_EQUAL(r.sources, 1);
	CHECK_EQUAL(r.spread_ppm, 7);
	CHECK(r.spread_known && !r.agreed && !r.contradicts);
	CHECK(!clock_agree(&b, 1).spread_known);
}

TEST(agree_the_first_that_another_one_confirms_counts)
{
	const struct told told[] = { far_off, a, half, b };
	struct clock_result r = clock_agree(told, 4);

	CHECK(r.agreed);
	CHECK_EQUAL(r.hz, a.hz);
	CHECK_TEXT(r.source, "a");
	CHECK_EQUAL(r.sources, 4);
	CHECK_EQUAL(r.spread_ppm, 1000);
	CHECK_TEXT(r.contradicted, "a");
	CHECK_TEXT(r.contradicts, "far");
}

TEST(agree_where_all_agree_none_contradicts)
{
	const struct told told[] = { a, b };
	struct clock_result r = clock_agree(told, 2);

	CHECK(r.agreed && !r.contradicts);
	CHECK_EQUAL(r.hz, a.hz);
	CHECK_EQUAL(r.spread_ppm, 1000);
}

TEST(agree_where_no_two_agree_nothing_is_known)
{
	const struct told told[] = { a, far_off, half };
	struct clock_result r = clock_agree(told, 3);

	CHECK(!r.agreed);
	CHECK_EQUAL(r.hz, 0);
	CHECK_TEXT(r.source, "none");
	CHECK_EQUAL(r.spread_ppm, 50000);
	CHECK(r.spread_known);
	CHECK_TEXT(r.contradicted, "a");
	CHECK_TEXT(r.contradicts, "far");
}

/* 1 % is near, more is not. */
TEST(agree_within_a_hundredth)
{
	struct told told[] = { { "x", 1000 * MHZ, 0 }, { "y", 1010 * MHZ, 0 } };

	CHECK(clock_agree(told, 2).agreed);
	told[1].hz += 1000;
	CHECK(!clock_agree(told, 2).agreed);
	told[1].hz = 990 * MHZ;
	CHECK(clock_agree(told, 2).agreed);
}
