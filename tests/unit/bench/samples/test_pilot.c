/* SPDX-License-Identifier: MIT */
/* bench/samples/pilot.c: how fine the clock is. */
#include "bench/samples/pilot.h"
#include "tests/unit/test.h"

TEST(pilot_takes_the_usual_step_of_the_clock)
{
	int64_t scaled[] = { 26, 52, 26, 0, 1, 26, 26, 52, 51 };
	int64_t even[] = { 3, 2, 1, 4 };

	CHECK_EQUAL(pilot_usual_step(scaled, 9), 26);
	CHECK_EQUAL(pilot_usual_step(even, 4), 2);
}

TEST(pilot_bears_a_clock_that_stands_still_or_goes_back)
{
	int64_t still[] = { 0, 0, -3 };

	CHECK_EQUAL(pilot_usual_step(still, 3), 1);
	CHECK_EQUAL(pilot_usual_step(still, 0), 1);
}
