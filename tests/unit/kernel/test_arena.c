/* SPDX-License-Identifier: MIT */
#include "kernel/memory/arena.h"

#include "tests/unit/test.h"

#define PAGE 4096ull
#define MIB 0x100000ull
#define ANYWHERE UINT64_MAX

/* Ranges that are added, or refused; then what is taken. */
static const struct {
	const char *what;
	uint64_t add[7][3]; /* start, end; 1: it is refused */
	uint64_t left;
	struct { uint64_t bytes, align, limit, at; } take[5];
	uint64_t left_then;
} arenas[] = {
	{ "empty", { { 0 } }, 0, { { 1, 1, ANYWHERE, 0 } }, 0 },
	{ "whole pages", { { MIB + 1, MIB + 4 * PAGE - 1 } }, 2 * PAGE,
	  { { 1, 1, ANYWHERE, MIB + PAGE }, { PAGE, 8, ANYWHERE, MIB + 2 * PAGE },
	    { 1, 1, ANYWHERE, 0 } }, 0 },
	{ "less than a page",
	  { { MIB + 1, MIB + 2 * PAGE - 1 }, { MIB, MIB }, { MIB + PAGE, MIB },
	    { UINT64_MAX - 1, UINT64_MAX } }, 0, { { 1, 1, ANYWHERE, 0 } }, 0 },
	{ "nothing is taken", { { MIB, 2 * MIB } }, MIB,
	  { { 0, PAGE, ANYWHERE, 0 }, { UINT64_MAX, PAGE, ANYWHERE, 0 },
	    { MIB + 1, PAGE, ANYWHERE, 0 } }, MIB },
	/* 0 is what a failure returns: that page is nobody's. */
	{ "address 0", { { 0, 3 * PAGE } }, 2 * PAGE,
	  { { PAGE, PAGE, ANYWHERE, PAGE } }, PAGE },
	{ "aligned", { { MIB + PAGE, 8 * MIB } }, 7 * MIB - PAGE,
	  { { PAGE, 2 * MIB, ANYWHERE, 2 * MIB },
	    { PAGE, 2 * MIB, ANYWHERE, 4 * MIB },
	    { PAGE, 8 * MIB, ANYWHERE, 0 }, { PAGE, 1ull << 63, ANYWHERE, 0 },
	    { PAGE, PAGE, ANYWHERE, 4 * MIB + PAGE } }, 4 * MIB - 2 * PAGE },
	{ "the end of the addresses", { { UINT64_MAX - MIB, UINT64_MAX } },
	  MIB - PAGE, { { PAGE, 1ull << 63, ANYWHERE, 0 },
			{ PAGE, PAGE, ANYWHERE, UINT64_MAX - MIB + 1 } },
	  MIB - 2 * PAGE },
	{ "the first range that holds it",
	  { { MIB, MIB + PAGE }, { 4 * MIB, 5 * MIB } }, MIB + PAGE,
	  { { 2 * PAGE, 1, ANYWHERE, 4 * MIB }, { PAGE, 1, ANYWHERE, MIB },
	    { PAGE, 1, ANYWHERE, 4 * MIB + 2 * PAGE } }, MIB - 3 * PAGE },
	{ "a limit", { { 4 * MIB, 5 * MIB }, { MIB, 2 * MIB } }, 2 * MIB,
	  { { MIB, 1, 4 * MIB, MIB }, { PAGE, 1, 4 * MIB, 0 },
	    { 2 * PAGE, 1, 4 * MIB + PAGE, 0 },
	    { PAGE, 1, 4 * MIB + PAGE, 4 * MIB } }, MIB - PAGE },
	{ "overlap is refused",
	  { { 2 * MIB, 4 * MIB }, { 2 * MIB, 4 * MIB, 1 },
	    { MIB, 2 * MIB + PAGE, 1 }, { 4 * MIB - PAGE, 5 * MIB, 1 },
	    { MIB, 8 * MIB, 1 }, { 4 * MIB, 5 * MIB }, { MIB, 2 * MIB } },
	  4 * MIB, { { 0 } }, 4 * MIB },
};

static void check(unsigned i, uint64_t is, uint64_t due)
{
	check_equal(__FILE__, __LINE__, arenas[i].what, is, due);
}

TEST(arena_of_ranges)
{
	EACH_ROW(i, arenas) {
		struct arena a = { 0 };

		for (unsigned k = 0; k < 7 && arenas[i].add[k][1]; k++)
			check(i, arena_add(&a, arenas[i].add[k][0],
					   arenas[i].add[k][1]),
			      !arenas[i].add[k][2]);
		check(i, arena_left(&a), arenas[i].left);
		for (unsigned k = 0; k < 5 && arenas[i].take[k].limit; k++)
			check(i, arena_take(&a, arenas[i].take[k].bytes,
					    arenas[i].take[k].align,
					    arenas[i].take[k].limit),
			      arenas[i].take[k].at);
		check(i, arena_left(&a), arenas[i].left_then);
		CHECK(a.ranges || !arenas[i].left);
	}
}

static struct arena arena;

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
