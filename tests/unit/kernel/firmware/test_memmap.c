/* SPDX-License-Identifier: MIT */
/* kernel/firmware/memmap.c: what of a firmware's ranges may be used. */
#include "kernel/firmware/memmap.h"

#include <stdio.h>
#include <stdlib.h>
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

/* START+LENGTH is available, START~LENGTH held, START-END reserved. */
static void add(const char *text)
{
	while (*text) {
		char *end;
		uint64_t start = strtoull(text, &end, 16);
		char kind = *end;
		uint64_t other = strtoull(end + 1, &end, 16);

		if (kind == '-')
			memmap_reserve(&map, start, other);
		else
			memmap_add(&map, start, other, kind == '+');
		text = end + strspn(end, " ");
	}
}

static const struct {
	const char *what, *added;
	uint64_t low, high;
	const char *says;
} maps[] = {
	{ "nothing", "", 0, UINT64_MAX, "" },
	{ "a length of 0", "1000+0", 0, UINT64_MAX, "" },
	{ "sorted, touching, overlapping, inside", "9000+1000 1000+1000 "
	  "2000+1000 5000+2000 6000+2000 6000+100", 0, UINT64_MAX,
	  "1000-3000 5000-8000 9000-a000 " },
	{ "held wins", "4000~1000 1000+9000 4800~1000 4000+800", 0, UINT64_MAX,
	  "1000-4000 5800-a000 " },
	{ "reserved, one the wrong way round", "1000+9000 1000-1800 3000-6000 "
	  "5000-4000 9FFF-B000", 0, UINT64_MAX, "1800-3000 6000-9fff " },
	{ "reserved: none", "1000+9000 3000-3000", 0, UINT64_MAX, "1000-a000 " },
	{ "all is reserved", "1000+9000 0-FFFFFFFFFFFFFFFF", 0, UINT64_MAX, "" },
	{ "past the end", "FFFFFFFFFFFFF000+2000", 0, UINT64_MAX,
	  "fffffffffffff000-ffffffffffffffff " },
	{ "held past the end", "FFFFFFFFFFFFF000+2000 "
	  "FFFFFFFFFFFFF800~FFFFFFFFFFFFFFFF", 0, UINT64_MAX,
	  "fffffffffffff000-fffffffffffff800 " },
	{ "clipped", "1000+1000 4000+4000", 0x1800, 0x5000,
	  "1800-2000 4000-5000 " },
	{ "just not clipped", "1000+1000 4000+4000", 0x4000, 0x8000,
	  "4000-8000 " },
	{ "clipped away", "1000+1000 4000+4000", 0x2000, 0x4000, "" },
	{ "no byte wanted", "1000+1000 4000+4000", 0x5000, 0x5000, "" },
	{ "less than none", "1000+1000 4000+4000", 0x6000, 0x5000, "" },
	{ "a hole over the limit", "1000+9000 4000~4000", 0x2000, 0x6000,
	  "2000-4000 " },
};

TEST(memmap)
{
	for (unsigned i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		map = (struct memmap){ 0 };
		add(maps[i].added);
		check_text(__FILE__, __LINE__, maps[i].what,
			   free_in(maps[i].low, maps[i].high), maps[i].says);
	}
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
	CHECK_TEXT(free_in(0, UINT64_MAX), "0-a00000 ");
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
	static const char *const each[] = {
		"0+9FC00", "9FC00~400", "F0000~10000", "100000+7EE0000",
		"7FE0000~20000", "FFFC0000~40000", "100000000+40000000",
	};
	const unsigned all = sizeof(each) / sizeof(each[0]);

	for (unsigned first = 0; first < all; first++) {
		map = (struct memmap){ 0 };
		for (unsigned i = 0; i < all; i++)
			add(each[(first + i * 3) % all]);
		CHECK_TEXT(free_in(0, UINT64_MAX), "0-9fc00 100000-7fe0000 "
			   "100000000-140000000 ");
	}
}
