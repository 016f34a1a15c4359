/* SPDX-License-Identifier: MIT */
/* kernel/common/skew.c: what pairs of cores say of all. */
#define skew_add apart_skew_add
#define skew_bound apart_skew_bound
#define skew_apart apart_apart
#define skew_measure apart_skew_measure
#include "kernel/common/skew.h"
#include "kernel/machine.h"

static struct skew shown[4]; /* by core; what core 0 finds out of each */
static unsigned asked;
static uint32_t turns_left; /* by an earlier question, at a later one's start */

#define machine_run_two(zero, core, body, arg)                               \
	((void)(body), (void)(arg), asked++, turns_left |= exchange.turn,    \
	 exchange.turn = 1, exchange.skew = shown[core])
#include "kernel/common/skew.c"

#include <string.h>

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
	CHECK_EQUAL(measured(2).apart_ticks, 40 - 11);
	CHECK_EQUAL(measured(4).apart_ticks, 40 - 11);
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

/* Who comes late would answer the question before this one otherwise. */
TEST(skew_is_asked_for_from_the_first_turn_on_each_time)
{
	shown[1] = (struct skew){ .known = false };
	shown[2] = (struct skew){ .known = true };
	measured(3);
	CHECK_EQUAL(asked, TRIES + 1);
	CHECK_EQUAL(turns_left, 0);
}

TEST(skew_of_stamps_out_of_order_is_told)
{
	const char *code, *text;

	shown[1] = (struct skew){ .known = true, .warps = 1 };
	measured(2);
	CHECK(machine_warning(0, &code, &text));
	CHECK_TEXT(code, "tsc_warp");
	CHECK_TEXT(text, "1 time stamp of two cores contradicts the order of "
		   "taking them");
	shown[2] = (struct skew){ .known = true, .warps = 2 };
	measured(3);
	for (unsigned i = 0; machine_warning(i, &code, &text); i++)
		;
	CHECK(strstr(text, "3 time stamps of two cores contradict the "));
}
