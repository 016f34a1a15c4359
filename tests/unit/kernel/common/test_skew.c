/* SPDX-License-Identifier: MIT */
/* kernel/common/skew.c: what pairs of cores say of all. */
#define skew_add apart_skew_add
#define skew_bound apart_skew_bound
#define skew_measure apart_skew_measure
#include "kernel/common/skew.h"
#include "kernel/machine.h"

static struct skew shown[4]; /* by core; what core 0 finds out of each */

#define machine_run_two(zero, core, body, arg)                               \
	((void)(body), (void)(arg), exchange.skew = shown[core])
#include "kernel/common/skew.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static struct machine_clock measured(unsigned cores)
{
	struct machine_clock clock = { .hz = 1000000000 };

	fake.cores = cores;
	apart_skew_measure(&clock);
	return clock;
}

/* Two others may be off core 0 to either side. */
TEST(skew_of_all_cores_bounds_any_two_of_them)
{
	shown[1] = (struct skew){ .known = true, .trip = 21, .offset = -40 };
	shown[2] = (struct skew){ .known = true, .trip = 100, .offset = 20 };
	shown[3] = (struct skew){ .known = true, .trip = 2, .offset = 3 };
	CHECK_EQUAL(measured(1).skew_ticks, 0);
	CHECK_EQUAL(measured(2).skew_ticks, 40 + 11);
	CHECK_EQUAL(measured(3).skew_ticks, 2 * (20 + 50));
	CHECK_EQUAL(measured(4).skew_ticks, 2 * (20 + 50));
	CHECK(measured(4).skew_known);
}

TEST(skew_is_unknown_where_one_core_does_not_answer)
{
	shown[1] = shown[3] = (struct skew){ .known = true, .trip = 2 };
	shown[2] = (struct skew){ .known = false };
	CHECK(measured(2).skew_known);
	CHECK(!measured(3).skew_known);
	CHECK(!measured(4).skew_known);
}
