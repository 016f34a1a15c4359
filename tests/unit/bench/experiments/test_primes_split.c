/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/split.c: to which part each tick of a pass goes. */
#include <stdlib.h>

#define primes_split apart_split
#include "bench/experiments/primes/split.c"

#include "tests/unit/test.h"

static uint64_t event[2][8];
static struct trace_ring ring[2];

static void note(unsigned core, uint64_t ticks, enum trace_kind kind)
{
	ring[core].event[ring[core].written++ & 7] = trace_pack(ticks, kind, 0);
}

/* Core 0 hands out from 30 to 50; a task from 60 to 100. */
static struct primes_pass played(void)
{
	for (unsigned core = 0; core < 2; core++)
		ring[core] = (struct trace_ring){ event[core], 0, 7 };
	note(0, 0, TRACE_SWITCH);
	note(0, 60, TRACE_EXECUTE);
	note(0, 100, TRACE_SWITCH);
	note(0, 500, TRACE_END);
	note(1, 0, TRACE_IDLE);
	return (struct primes_pass){
		.trace = ring, .trace_cores = 2, .wall = 500, .begun = 1000,
		.root_begun = 1030, .root_ended = 1050 };
}

static void goes_to(struct primes_pass pass, int64_t wake, int64_t hand_out,
		    int64_t work, int64_t collect)
{
	int64_t part[PARTS];

	split_pass(&pass, part);
	CHECK_EQUAL(part[PART_WAKE], wake);
	CHECK_EQUAL(part[PART_HAND_OUT], hand_out);
	CHECK_EQUAL(part[PART_WORK], work);
	CHECK_EQUAL(part[PART_COLLECT], collect);
	CHECK_EQUAL(part[PART_WALL], 500);
	CHECK_EQUAL(part[PART_WAKE] + part[PART_HAND_OUT] + part[PART_WORK] +
		    part[PART_COLLECT], 500);
}

TEST(primes_split_waits_for_a_core_that_comes_after_the_last_task)
{
	struct primes_pass pass = played();

	note(1, 300, TRACE_SWITCH);
	note(1, 500, TRACE_END);
	goes_to(pass, 30 + 200, 20, 50, 200);
}

TEST(primes_split_of_a_core_that_comes_early_and_works_last)
{
	struct primes_pass pass = played();

	note(1, 40, TRACE_SWITCH);
	note(1, 70, TRACE_EXECUTE);
	note(1, 150, TRACE_IDLE);
	note(1, 500, TRACE_END);
	goes_to(pass, 30, 20, 100, 350);
}

/* An executor that does not want the others: nobody is waited for. */
TEST(primes_split_of_a_core_that_never_came)
{
	struct primes_pass pass = played();

	note(1, 500, TRACE_END);
	goes_to(pass, 30, 20, 50, 400);
}
