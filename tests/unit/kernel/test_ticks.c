/* SPDX-License-Identifier: MIT */
/* kernel/ticks.h, kernel/minmax.h: spans of time, there and back. */
#include "kernel/ticks.h"

#include "kernel/minmax.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(ticks_of_a_span_and_back)
{
	fake.clock.hz = 2999500000; /* no whole number of MHz */
	CHECK_EQUAL(ticks_of_seconds(2), 5999000000);
	CHECK_EQUAL(ticks_of_ms(3), 8998500);
	CHECK_EQUAL(us_of_ticks(2999500), 1000);
	CHECK_EQUAL(us_of_ticks(-2999500), -1000);
	CHECK_EQUAL(ns_of_ticks(2999500), 1000000);
	CHECK_EQUAL(ns_of_ticks(-2999500), -1000000);
	CHECK_EQUAL(ns_of_ticks(3), 1);
	CHECK_EQUAL(ns_of_ticks(2999499), 999999); /* less than one ms */
	CHECK_EQUAL(ns_of_ticks(-2999499), -999999);
	CHECK_EQUAL(ticks_of_seconds(0), 0);
	CHECK_EQUAL(ns_of_ticks(24ll * 3600 * 2999500000), 86400000000000);
	fake.clock.hz = 1000000000000;
	CHECK_EQUAL(ticks_of_us(1), 1000000);
}

TEST(ticks_of_an_unknown_clock_are_assumed_and_said_to_be)
{
	CHECK(ticks_known());
	fake.clock.hz = 0;
	CHECK(!ticks_known());
	CHECK_EQUAL(ticks_of_ms(1), TICKS_ASSUMED_HZ / 1000);
	CHECK_EQUAL(ticks_of_us(5), TICKS_ASSUMED_HZ / 200000);
}

TEST(minmax_at_their_bounds)
{
	CHECK_EQUAL(min_u64(1, 2), 1);
	CHECK_EQUAL(max_u64(1, 2), 2);
	CHECK_EQUAL(clamp_u64(1, 2, 4), 2);
	CHECK_EQUAL(clamp_u64(3, 2, 4), 3);
	CHECK_EQUAL(clamp_u64(5, 2, 4), 4);
	CHECK_EQUAL(above_u64(5, 3), 2);
	CHECK_EQUAL(above_u64(3, 5), 0);
	CHECK_EQUAL(apart_u64(5, 3), 2);
	CHECK_EQUAL(apart_u64(3, 5), 2);
}
