/* SPDX-License-Identifier: MIT */
/* kernel/common/skew.c: what exchanges say of a pair of cores, and what pairs say
 * of all. Core 1 is a thread of the test's. */
#include "kernel/common/skew.h"
#include "kernel/machine.h"

static struct skew shown[4]; /* by core: what core 0 finds out of each; unless */
static bool asks_in_earnest;
static unsigned asked;
static uint32_t turns_left; /* by an earlier question, at a later one's start */

#define machine_run_two(zero, core, body, arg)                               \
	(asked++, turns_left |= exchange.turn,                               \
	 asks_in_earnest ? machine_run_two(zero, core, body, arg) :          \
	 (exchange.turn = 1, (void)(exchange.skew = shown[core])))
#include "kernel/common/skew.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* ---- exchanges --------------------------------------------------------- */

/* Ours before, theirs, ours after; of all so far the shortest counts. */
static const struct {
	uint64_t stamps[3];
	bool anew;
	int64_t offset;
	uint64_t trip, bound, apart;
	uint32_t warps;
} exchanges[] = {
	{ { 1000, 2000, 1400 }, true, 800, 400, 1000, 600, 1 },
	{ { 5000, 5070, 5100 }, false, 20, 100, 70, 0, 1 }, /* 20 ahead */
	{ { 9000, 9500, 9900 }, false, 20, 100, 70, 0, 1 },
	{ { 5000, 4000, 5100 }, true, -1050, 100, 1100, 1000, 1 }, /* behind */
	{ { 5000, 5070, 5100 }, true, 20, 100, 70, 0, 0 },
	/* An honest clock may stand between two reads. */
	{ { 5000, 5000, 5100 }, true, -50, 100, 100, 0, 0 },
	{ { 5000, 5100, 5100 }, true, 50, 100, 100, 0, 0 },
	{ { 5000, 105000, 5101 }, true, 99950, 101, 100001, 99899, 1 },
};

TEST(skew_of_one_pair_is_that_of_the_shortest_exchange)
{
	struct skew s = { 0 };

	EACH_ROW(i, exchanges) {
		if (exchanges[i].anew)
			s = (struct skew){ 0 };
		skew_add(&s, exchanges[i].stamps[0], exchanges[i].stamps[1],
			 exchanges[i].stamps[2]);
		CHECK(s.known && s.offset == exchanges[i].offset);
		CHECK_EQUAL(s.trip, exchanges[i].trip);
		CHECK_EQUAL(skew_bound(&s), exchanges[i].bound);
		CHECK_EQUAL(skew_apart(&s), exchanges[i].apart);
		CHECK_EQUAL(s.warps, exchanges[i].warps);
	}
}

/* ---- cores ------------------------------------------------------------- */

static struct machine_clock measured(unsigned cores)
{
	struct machine_clock clock = { .hz = 1000000000 };

	fake.cores = cores;
	skew_measure(&clock);
	fake.cores = 1;
	return clock;
}

/* Two others may be off core 0 to either side. */
TEST(skew_of_all_cores_bounds_any_two_of_them)
{
	static const uint64_t due[][2] = { /* bound, apart */
		{ 0, 0 }, { 40 + 11, 40 - 11 }, { 2 * (20 + 50), 40 - 11 },
		{ 2 * (20 + 50), 40 - 11 } };

	shown[1] = (struct skew){ .known = true, .trip = 21, .offset = -40 };
	shown[2] = (struct skew){ .known = true, .trip = 100, .offset = 20 };
	shown[3] = (struct skew){ .known = true, .trip = 2, .offset = 3 };
	for (unsigned cores = 1; cores <= 4; cores++) {
		struct machine_clock clock = measured(cores);

		CHECK_EQUAL(clock.skew_ticks, due[cores - 1][0]);
		CHECK_EQUAL(clock.apart_ticks, due[cores - 1][1]);
		CHECK(clock.skew_known);
	}
	shown[2].known = false; /* one that does not answer */
	for (unsigned cores = 2; cores <= 4; cores++)
		CHECK_EQUAL(measured(cores).skew_known, cores == 2);
}

/* Who comes late would answer the question before this one otherwise. */
TEST(skew_is_asked_for_from_the_first_turn_on_each_time)
{
	shown[2] = (struct skew){ .known = true };
	measured(3);
	CHECK_EQUAL(asked, TRIES + 1);
	CHECK_EQUAL(turns_left, 0);
}

/* A clock so slow that the patience is some milliseconds of this machine. */
TEST(skew_a_core_that_is_late_is_asked_again_and_then_given_up)
{
	const char *code, *text;
	struct machine_clock clock;

	asks_in_earnest = true;
	fake.deaf_pairs = 2;
	clock = measured(2);
	CHECK(clock.skew_known);
	CHECK(clock.skew_ticks > 0);
	CHECK(asked > 2);
	fake.deaf_pairs = 1000;
	CHECK(!measured(2).skew_known);
	CHECK(asked < 13);
	CHECK(machine_warning(0, &code, &text));
	CHECK_TEXT(code, "tsc_skew_unknown");
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
