/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/half.c: the pools that are beside each other. */
#define inject_half apart_half
#include "bench/experiments/inject/half.c"

#include "tests/unit/test.h"

TEST(inject_half_has_pools_of_fixed_size_and_one_with_waiters)
{
	const struct inject_load half = { .variant = "half", .cores = 2,
					  .stop_ms = 5000 };

	for (unsigned i = 0; i < INJECT_HALVES; i++) {
		struct inject_load load = load_of(&half, i);
		bool waits = i == 3;

		CHECK_EQUAL(load.least, load.most);
		CHECK_EQUAL(load.most, waits ? 2 : 2 * (i + 1));
		CHECK_EQUAL(load.waiters, waits ? 4 : 0);
		CHECK_TEXT(load.variant, waits ? "half/waiters" : "half");
		CHECK_EQUAL(load.settled_ms, 1000);
		CHECK(load.tasks > load.most + load.waiters);
	}
}
