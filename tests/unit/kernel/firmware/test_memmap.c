/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/memmap.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static struct memmap map;
static char ranges[1024];

static void found(uint64_t start, uint64_t end, void *arg)
{
	size_t length = strlen(ranges);

	CHECK(arg == &map);
	snprintf(ranges + length, sizeof(ranges) - length, "%lx-%lx ", start,
		 end);
}

static const char *free_in(uint64_t low, uint64_t high)
{
	ranges[0] = 0;
	memmap_free(&map, low, high, found, &map);
	return ranges;
}

static const char *all_free(void)
{
	return free_in(0, UINT64_MAX);
}

TEST(memmap_empty)
{
	CHECK_TEXT(all_free(), "");
	memmap_add(&map, 0x1000, 0, true);
	CHECK_TEXT(all_free(), "");
	CHECK_EQUAL(map.available.count, 0);
}

TEST(memmap_sorts_and_merges)
{
	memmap_add(&map, 0x9000, 0x1000, true);
	memmap_add(&map, 0x1000, 0x1000, true);
	memmap_add(&map, 0x2000, 0x1000, true); /* touches */
	memmap_add(&map, 0x5000, 0x2000, true);
	memmap_add(&map, 0x6000, 0x2000, true); /* overlaps */
	memmap_add(&map, 0x6000, 0x0100, true); /* inside */
	CHECK_TEXT(all_free(), "1000-3000 5000-8000 9000-a000 ");
}

TEST(memmap_unavailable_wins)
{
	memmap_add(&map, 0x4000, 0x1000, false);
	memmap_add(&map, 0x1000, 0x9000, true);
	memmap_add(&map, 0x4800, 0x1000, false);
	memmap_add(&map, 0x4000, 0x0800, true); /* says the opposite */
	CHECK_TEXT(all_free(), "1000-4000 5800-a000 ");
}

TEST(memmap_reserve)
{
	memmap_add(&map, 0x1000, 0x9000, true);
	memmap_reserve(&map, 0x1000, 0x1800);
	memmap_reserve(&map, 0x3000, 0x3000);
	memmap_reserve(&map, 0x5000, 0x4000); /* the wrong way round */
	memmap_reserve(&map, 0x9FFF, 0xB000);
	CHECK_TEXT(all_free(), "1800-9fff ");
	memmap_reserve(&map, 0, UINT64_MAX);
	CHECK_TEXT(all_free(), "");
}

TEST(memmap_clips)
{
	memmap_add(&map, 0x1000, 0x1000, true);
	memmap_add(&map, 0x4000, 0x4000, true);
	CHECK_TEXT(free_in(0x1800, 0x5000), "1800-2000 4000-5000 ");
	CHECK_TEXT(free_in(0x4000, 0x8000), "4000-8000 ");
	CHECK_TEXT(free_in(0x2000, 0x4000), "");
	CHECK_TEXT(free_in(0x5000, 0x5000), "");
	CHECK_TEXT(free_in(0x6000, 0x5000), "");
}

TEST(memmap_past_the_end)
{
	memmap_add(&map, 0xFFFFFFFFFFFFF000, 0x2000, true);
	CHECK_TEXT(all_free(), "fffffffffffff000-ffffffffffffffff ");
	memmap_add(&map, 0xFFFFFFFFFFFFF800, UINT64_MAX, false);
	CHECK_TEXT(all_free(), "fffffffffffff000-fffffffffffff800 ");
}

/* ---- maps of any length -------------------------------------------------- */

#define STEP 0x200000ull
#define LARGE 0x12C00000ull /* 300 MiB */

static uint64_t bytes_free, largest_free;

static void count(uint64_t start, uint64_t end, void *arg)
{
	(void)arg;
	bytes_free += end - start;
	if (end - start > largest_free)
		largest_free = end - start;
}

static void sum_up(void)
{
	bytes_free = largest_free = 0;
	memmap_free(&map, 0, UINT64_MAX, count, NULL);
}

TEST(memmap_of_many_neighbours_is_one_range)
{
	for (uint64_t i = 0; i < 10 * MEMMAP_ENTRIES; i++)
		memmap_add(&map, i * 0x1000, 0x1000, true);
	CHECK(!map.overflow);
	CHECK_TEXT(all_free(), "0-a00000 ");
}

/* Behind them, too, and below 1 MiB, where a core's first page is. */
TEST(memmap_of_many_ranges_keeps_the_largest)
{
	memmap_add(&map, 0x1000, 0x1000, true);
	for (uint64_t i = 1; i <= 4 * MEMMAP_ENTRIES; i++)
		memmap_add(&map, i * STEP, 0x10000, true);
	CHECK(map.overflow);
	memmap_add(&map, 1ull << 40, LARGE, true);
	sum_up();
	CHECK_EQUAL(bytes_free, LARGE + 0x1000 + (MEMMAP_ENTRIES - 2) * 0x10000);
	CHECK_EQUAL(largest_free, LARGE);
	CHECK_TEXT(free_in(0, 0x100000), "1000-2000 ");
}

/* A hole never becomes free, in whatever order they come. */
static void check_holes(bool holes_first)
{
	map = (struct memmap){ 0 };
	if (!holes_first)
		memmap_add(&map, 0, 1ull << 40, true);
	for (uint64_t i = 1; i <= 4 * MEMMAP_ENTRIES; i++)
		memmap_add(&map, i * STEP + i % 7 * 0x1000, 0x1000, false);
	memmap_add(&map, 0x9F000, 0x61000, false);
	if (holes_first)
		memmap_add(&map, 0, 1ull << 40, true);
	CHECK(map.overflow);
	for (uint64_t i = 1; i <= 4 * MEMMAP_ENTRIES; i++)
		CHECK_TEXT(free_in(i * STEP + i % 7 * 0x1000,
				   i * STEP + (i % 7 + 1) * 0x1000), "");
	CHECK_TEXT(free_in(0, 0x100000), "0-9f000 ");
	sum_up();
	CHECK_EQUAL(largest_free, (1ull << 40) - (4 * MEMMAP_ENTRIES) * STEP -
		    4 * MEMMAP_ENTRIES % 7 * 0x1000 - 0x1000);
}

TEST(memmap_of_many_holes_frees_none_of_them)
{
	check_holes(true);
	check_holes(false);
}

/* Two lists of the same entries must give the same answer. */
TEST(memmap_order_does_not_matter)
{
	static const struct { uint64_t start, length; bool available; } e[] = {
		{ 0x0000, 0x9FC00, true }, { 0x9FC00, 0x400, false },
		{ 0xF0000, 0x10000, false }, { 0x100000, 0x7EE0000, true },
		{ 0x7FE0000, 0x20000, false }, { 0xFFFC0000, 0x40000, false },
		{ 0x100000000, 0x40000000, true },
	};
	static const char wanted[] =
		"0-9fc00 100000-7fe0000 100000000-140000000 ";
	const unsigned count = sizeof(e) / sizeof(e[0]);

	for (unsigned first = 0; first < count; first++) {
		map = (struct memmap){ 0 };
		for (unsigned i = 0; i < count; i++) {
			unsigned at = (first + i * 3) % count;

			memmap_add(&map, e[at].start, e[at].length,
				   e[at].available);
		}
		CHECK_TEXT(all_free(), wanted);
	}
}
