/* SPDX-License-Identifier: MIT */
#include "kernel/memory/arena.h"

#include "tests/unit/test.h"

#define PAGE 4096ull
#define MIB 0x100000ull
#define ANYWHERE UINT64_MAX

static struct arena arena;

TEST(arena_empty)
{
	CHECK_EQUAL(arena_take(&arena, 1, 1, ANYWHERE), 0);
	CHECK_EQUAL(arena_left(&arena), 0);
}

TEST(arena_whole_pages)
{
	CHECK(arena_add(&arena, MIB + 1, MIB + 4 * PAGE - 1));
	CHECK_EQUAL(arena_left(&arena), 2 * PAGE);
	CHECK_EQUAL(arena_take(&arena, 1, 1, ANYWHERE), MIB + PAGE);
	CHECK_EQUAL(arena_left(&arena), PAGE);
	CHECK_EQUAL(arena_take(&arena, PAGE, 8, ANYWHERE), MIB + 2 * PAGE);
	CHECK_EQUAL(arena_take(&arena, 1, 1, ANYWHERE), 0);
	CHECK_EQUAL(arena_left(&arena), 0);
}

TEST(arena_less_than_a_page)
{
	CHECK(arena_add(&arena, MIB + 1, MIB + 2 * PAGE - 1));
	CHECK(arena_add(&arena, MIB, MIB));
	CHECK(arena_add(&arena, MIB + PAGE, MIB));
	CHECK(arena_add(&arena, UINT64_MAX - 1, UINT64_MAX));
	CHECK_EQUAL(arena.ranges, 0);
}

TEST(arena_takes_nothing)
{
	CHECK(arena_add(&arena, MIB, 2 * MIB));
	CHECK_EQUAL(arena_take(&arena, 0, PAGE, ANYWHERE), 0);
	CHECK_EQUAL(arena_take(&arena, UINT64_MAX, PAGE, ANYWHERE), 0);
	CHECK_EQUAL(arena_take(&arena, MIB + 1, PAGE, ANYWHERE), 0);
	CHECK_EQUAL(arena_left(&arena), MIB);
}

/* 0 is what a failure returns: that page is nobody's. */
TEST(arena_leaves_address_0)
{
	CHECK(arena_add(&arena, 0, 3 * PAGE));
	CHECK_EQUAL(arena_left(&arena), 2 * PAGE);
	CHECK_EQUAL(arena_take(&arena, PAGE, PAGE, ANYWHERE), PAGE);
}

TEST(arena_aligns)
{
	CHECK(arena_add(&arena, MIB + PAGE, 8 * MIB));
	CHECK_EQUAL(arena_take(&arena, PAGE, 2 * MIB, ANYWHERE), 2 * MIB);
	CHECK_EQUAL(arena_take(&arena, PAGE, 2 * MIB, ANYWHERE), 4 * MIB);
	CHECK_EQUAL(arena_take(&arena, PAGE, 8 * MIB, ANYWHERE), 0);
	CHECK_EQUAL(arena_take(&arena, PAGE, 1ull << 63, ANYWHERE), 0);
	CHECK_EQUAL(arena_take(&arena, PAGE, PAGE, ANYWHERE), 4 * MIB + PAGE);
}

TEST(arena_aligns_at_the_end_of_the_address_space)
{
	CHECK(arena_add(&arena, UINT64_MAX - MIB, UINT64_MAX));
	CHECK_EQUAL(arena_take(&arena, PAGE, 1ull << 63, ANYWHERE), 0);
	CHECK_EQUAL(arena_take(&arena, PAGE, PAGE, ANYWHERE),
		    UINT64_MAX - MIB + 1);
}

TEST(arena_first_range_that_holds_it)
{
	CHECK(arena_add(&arena, MIB, MIB + PAGE));
	CHECK(arena_add(&arena, 4 * MIB, 5 * MIB));
	CHECK_EQUAL(arena_take(&arena, 2 * PAGE, 1, ANYWHERE), 4 * MIB);
	CHECK_EQUAL(arena_take(&arena, PAGE, 1, ANYWHERE), MIB);
	CHECK_EQUAL(arena_take(&arena, PAGE, 1, ANYWHERE), 4 * MIB + 2 * PAGE);
}

TEST(arena_limit)
{
	CHECK(arena_add(&arena, 4 * MIB, 5 * MIB));
	CHECK(arena_add(&arena, MIB, 2 * MIB));
	CHECK_EQUAL(arena_take(&arena, MIB, 1, 4 * MIB), MIB);
	CHECK_EQUAL(arena_take(&arena, PAGE, 1, 4 * MIB), 0);
	CHECK_EQUAL(arena_take(&arena, 2 * PAGE, 1, 4 * MIB + PAGE), 0);
	CHECK_EQUAL(arena_take(&arena, PAGE, 1, 4 * MIB + PAGE), 4 * MIB);
}

TEST(arena_refuses_overlap)
{
	CHECK(arena_add(&arena, 2 * MIB, 4 * MIB));
	CHECK(!arena_add(&arena, 2 * MIB, 4 * MIB));
	CHECK(!arena_add(&arena, MIB, 2 * MIB + PAGE));
	CHECK(!arena_add(&arena, 4 * MIB - PAGE, 5 * MIB));
	CHECK(!arena_add(&arena, MIB, 8 * MIB));
	CHECK(arena_add(&arena, 4 * MIB, 5 * MIB));
	CHECK(arena_add(&arena, MIB, 2 * MIB));
	CHECK_EQUAL(arena_left(&arena), 4 * MIB);
}

/* What was handed out must not come back by a second arena_add(). */
TEST(arena_refuses_overlap_with_what_is_taken)
{
	CHECK(arena_add(&arena, MIB, 2 * MIB));
	CHECK_EQUAL(arena_take(&arena, MIB, 1, ANYWHERE), MIB);
	CHECK(!arena_add(&arena, MIB, 2 * MIB));
	CHECK_EQUAL(arena_left(&arena), 0);
}

/* ---- more ranges than fit -------------------------------------------------- */

static void fill(void)
{
	for (unsigned i = 1; i <= ARENA_RANGES; i++)
		CHECK(arena_add(&arena, i * MIB, i * MIB + (i + 1) * PAGE));
	CHECK_EQUAL(arena.ranges, ARENA_RANGES);
}

TEST(arena_of_many_ranges_keeps_the_largest)
{
	uint64_t left;

	fill();
	left = arena_left(&arena);
	CHECK(arena_add(&arena, 1000 * MIB, 1000 * MIB + PAGE));
	CHECK_EQUAL(arena_left(&arena), left);
	CHECK(arena_add(&arena, 1000 * MIB, 1300 * MIB));
	CHECK_EQUAL(arena_left(&arena), left + 300 * MIB - 3 * PAGE);
	CHECK_EQUAL(arena_take(&arena, 300 * MIB, 1, ANYWHERE), 1000 * MIB);
}

TEST(arena_keeps_the_first_range_and_what_is_in_use)
{
	fill();
	/* The first two, the smallest. */
	CHECK_EQUAL(arena_take(&arena, 3 * PAGE, 1, 3 * MIB), 2 * MIB);
	CHECK(arena_add(&arena, 1000 * MIB, 1300 * MIB));
	CHECK_EQUAL(arena_take(&arena, 2 * PAGE, 1, 2 * MIB), MIB);
	CHECK(!arena_add(&arena, 2 * MIB, 3 * MIB));
	CHECK(arena_add(&arena, 3 * MIB, 3 * MIB + PAGE)); /* it gave way */
}
