/* SPDX-License-Identifier: MIT */
/* kernel/firmware/memmap.c: what of a firmware's ranges may be used. */
#include "kernel/firmware/memmap.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/cases.h"

CASES_OF("tests/unit/kernel/firmware/memmap.cases");

static struct memmap map;
static char ranges[1024];

static void found(uint64_t start, uint64_t end, void *arg)
{
	size_t length = strlen(ranges);

	CHECK(arg == &map);
	snprintf(ranges + length, sizeof(ranges) - length, "%s%lx-%lx",
		 length ? " " : "", start, end);
}

static const char *free_in(uint64_t low, uint64_t high)
{
	ranges[0] = 0;
	memmap_free(&map, low, high, found, &map);
	return ranges;
}

static void clear(void)
{
	map = (struct memmap){ 0 };
}

/* By triples at 1000: 1 available, 2 held, 3 reserved from here to there. */
static void add(void)
{
	size_t bytes = 0;
	const uint64_t *each = firmware_at(0x1000, &bytes);

	clear();
	for (; bytes; each += 3, bytes -= 24)
		if (each[0] == 3)
			memmap_reserve(&map, each[1], each[2]);
		else
			memmap_add(&map, each[1], each[2], each[0] == 1);
}

static void look(void)
{
	add();
	say("%s", free_in(0, UINT64_MAX));
	for (unsigned i = 0; i < map.available.count; i++)
		if (map.available.range[i].start >= map.available.range[i].end)
			say(" and an empty one");
}

/* Within the limits at 2000. */
static void look_within(void)
{
	size_t bytes;
	const uint64_t *limits = firmware_at(0x2000, &bytes);

	add();
	say("%s", free_in(limits[0], limits[1]));
}

TEST_OF_CASES(memmap, look)
TEST_OF_CASES(memmap_within_limits, look_within)

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
	CHECK_TEXT(free_in(0, UINT64_MAX), "0-a00000");
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
	CHECK_TEXT(free_in(0, 0x100000), "1000-2000");
}

/* A hole never becomes free, in whatever order they come. */
static void check_holes(bool holes_first)
{
	clear();
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
	CHECK_TEXT(free_in(0, 0x100000), "0-9f000");
	sum_up();
	CHECK_EQUAL(largest_free, (1ull << 40) - (4 * MEMMAP_ENTRIES) * STEP -
		    4 * MEMMAP_ENTRIES % 7 * 0x1000 - 0x1000);
}

TEST(memmap_of_many_holes_frees_none_of_them)
{
	check_holes(true);
	check_holes(false);
}
