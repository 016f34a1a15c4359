/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/sort.c: the list is shuffled, sorted, and judged. */
#include <string.h>

#include "tests/unit/test.h"

#define MOST 64u

#define UNUSED 0xa5a5a5a5u

static uint32_t memory[2][MOST + 1]; /* the last is nobody's */
static unsigned no_block, blocks; /* the how many-th is not there */

/* What an earlier user has left in it. */
static void *apart_scratch(size_t bytes)
{
	if (++blocks == no_block)
		return NULL;
	CHECK(bytes <= MOST * sizeof(uint32_t));
	return memset(memory[blocks % 2], 0xa5, sizeof(memory[0]));
}

#define workload_sort apart_sort
#include "bench/bench.h"
#define bench_scratch apart_scratch
#include "bench/experiments/workloads/sort.c"

static bool prepare(uint32_t items, unsigned without)
{
	blocks = 0;
	no_block = without;
	return apart_sort.prepare(items);
}

TEST(workloads_list_to_sort_has_each_number_once_out_of_order)
{
	bool seen[MOST] = { 0 };

	CHECK(prepare(MOST, 0));
	apart_sort.reset();
	CHECK(!apart_sort.right());
	CHECK_EQUAL(memory[0][MOST], UNUSED);
	CHECK_EQUAL(memory[1][MOST], UNUSED);
	for (unsigned i = 0; i < MOST; i++) {
		CHECK(sort.number[i] < MOST && !seen[sort.number[i]]);
		seen[sort.number[i] % MOST] = true;
	}
}

static bool part_ascends(unsigned from, unsigned to)
{
	for (unsigned i = from + 1; i < to; i++)
		if (sort.number[i - 1] >= sort.number[i])
			return false;
	return to > from;
}

TEST(workloads_list_is_sorted_alone_and_in_parts)
{
	CHECK(prepare(MOST - 3, 0));
	apart_sort.reset();
	apart_sort.alone();
	CHECK(apart_sort.right());
	apart_sort.reset();
	CHECK(!apart_sort.right());
	for (unsigned i = 0; i < WORKLOAD_WORKERS; i++)
		apart_sort.part(i, WORKLOAD_WORKERS);
	for (unsigned i = 0; i < WORKLOAD_WORKERS; i++)
		CHECK(part_ascends((MOST - 3) * i / WORKLOAD_WORKERS,
				   (MOST - 3) * (i + 1) / WORKLOAD_WORKERS));
	apart_sort.rest();
	CHECK(apart_sort.right());
}

TEST(workloads_list_with_one_number_out_of_place_is_wrong)
{
	static const unsigned places[] = { 0, MOST / 2, MOST - 1 };

	for (unsigned i = 0; i < 3; i++) {
		CHECK(prepare(MOST, 0));
		apart_sort.reset();
		apart_sort.alone();
		CHECK(apart_sort.right());
		sort.number[places[i]]++;
		CHECK(!apart_sort.right());
	}
}

TEST(workloads_list_needs_memory_for_both_of_its_copies)
{
	CHECK(!prepare(MOST, 1));
	CHECK(!prepare(MOST, 2));
	CHECK(prepare(MOST, 0));
}
