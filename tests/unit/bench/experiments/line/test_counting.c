/* SPDX-License-Identifier: MIT */
/* bench/experiments/line/counting.c: where two cores count, and what is missed. */
#define counting_prepare apart_prepare
#define counting_number apart_number
#define counting_run apart_count
#define counting_together apart_counting_together
#define counting_core apart_core
#include "kernel/machine.h"

static void run_and_move(unsigned one, unsigned other,
			 void (*body)(unsigned core, void *arg), void *arg);

#define machine_run_two run_and_move
#include "bench/experiments/line/counting.c"
#undef machine_run_two

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static uint64_t lost, moved; /* increments: of the first, and to the second */

static void run_and_move(unsigned one, unsigned other,
			 void (*body)(unsigned core, void *arg), void *arg)
{
	machine_run_two(one, other, body, arg);
	counters[0] -= lost + moved;
	counters[order.bytes / sizeof(uint64_t)] += moved;
}

static bool count_apart(unsigned bytes)
{
	fake.cores = 2;
	apart_prepare(0, 1, UINT64_MAX / 2);
	return apart_count(bytes, 2, 4);
}

TEST(counting_is_done_by_each_core_where_it_is_to)
{
	lost = moved = 0;
	for (unsigned bytes = 8; bytes <= COUNTING_BYTES_MAX; bytes *= 2) {
		CHECK(count_apart(bytes));
		CHECK_EQUAL(counters[bytes / 8], apart_core[1].added);
		CHECK(apart_core[1].added >= 4 * COUNTING_BATCH);
	}
	CHECK(count_apart(0));
}

/* Two cores at one counter, whatever the distance, would be told as far ones. */
TEST(counting_that_is_lost_or_done_elsewhere_is_seen)
{
	lost = 1;
	moved = 0;
	CHECK(!count_apart(0));
	CHECK(!count_apart(64));
	lost = 0;
	moved = 1;
	CHECK(!count_apart(64));
}
