/* SPDX-License-Identifier: MIT */
/* bench/experiments/wake/barrier.c: who comes late to a meeting, and for how long. */
#include "tests/unit/bench/experiments/apart.h"

#include "bench/experiments/wake/wake.h"

#define wake_plan(of, n) ((struct wake_plan){ .settings = (of), .cores = (n) })
#define wake_wants(plan, variant) ((void)(plan), (variant) != NULL)
#define wake_skip(plan, variant, reason)                                     \
	((void)(plan), (void)(variant), (void)(reason))
#define wake_report(key, per, batch, history, samples, n)                    \
	((void)(key), (void)(per), (void)(batch), (void)(history),           \
	 (void)(samples), (void)(n))
#define wake_stop() tsc_read()
#define wake_barriers apart_barriers
#include "bench/experiments/wake/barrier.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define MOST_CORES 8u

static struct reached of_cores[MOST_CORES];

static void meet_on(struct wake_plan *plan, unsigned cores)
{
	plan->cores = cores;
	meet.plan = plan;
	meet.reached = of_cores;
	memset(of_cores, 0, sizeof(of_cores));
}

/* A core that leaves after so many looks is seen only by one that is late for
 * longer: so each core has to be, and more than once. */
TEST(barrier_each_core_stays_away_long_and_short)
{
	struct wake_plan plan = { 0 };

	for (unsigned cores = 2; cores <= MOST_CORES; cores++) {
		unsigned stays[MOST_CORES][STAY_LONG_US + 1] = { 0 };

		meet_on(&plan, cores);
		for (uint64_t e = 1; e <= MEETINGS; e++) {
			CHECK(stay_us(e) < STAY_US || stay_us(e) == STAY_LONG_US);
			stays[late_core(e)][stay_us(e)]++;
		}
		for (unsigned core = 0; core < cores; core++) {
			CHECK(stays[core][STAY_LONG_US] >= 3);
			for (unsigned us = 0; us < STAY_US; us++)
				CHECK(stays[core][us] >= 3);
		}
	}
}

/* Else one meeting a sample is timed, and the price of the clock with it. */
TEST(barrier_is_not_slow_because_cores_come_late)
{
	struct wake_plan plan = { 0 };
	uint64_t stayed = 0;

	meet_on(&plan, 2);
	for (uint64_t e = 1; e <= MEETINGS; e++)
		stayed += ticks_of_us(stay_us(e));
	CHECK(stayed > MEETINGS * ticks_of_us(30));
	CHECK(!slow(stayed + MEETINGS * ticks_of_us(BATCH_US), MEETINGS));
	CHECK(slow(stayed + MEETINGS * ticks_of_us(BATCH_US + 1), MEETINGS));
	CHECK(!slow(stayed / 2, MEETINGS)); /* some gave up and did not stay */
}

TEST(barrier_that_was_left_before_all_came_is_seen)
{
	struct wake_plan plan = { 0 };
	const struct { uint64_t other; bool early; } look[] = {
		{ 10, false }, { 11, false }, /* it is on its way to the next */
		{ 9, true }, { 0, true }, { 12, true },
	};

	meet_on(&plan, 3);
	for (unsigned i = 0; i < sizeof(look) / sizeof(look[0]); i++) {
		meet.early = 0;
		of_cores[0].episode = of_cores[1].episode = 10;
		of_cores[2].episode = look[i].other;
		look_who_came(10);
		CHECK_EQUAL(meet.early, look[i].early);
	}
}

TEST(barrier_without_memory_is_left_out_and_is_not_wrong)
{
	extern const struct barrier_kind *const __start_qc_barriers[];
	static struct timed_kind one;
	struct wake_plan plan = { 0 };

	one = (struct timed_kind){ .kind = __start_qc_barriers[0],
				   .name = "barrier/any" };
	meet_on(&plan, 2);
	CHECK(scratch_init());
	scratch_begin();
	CHECK(prepare_barrier(one.kind));
	scratch_empty();
	CHECK(scratch_keep(scratch_left()));
	CHECK(!prepare_barrier(one.kind));
	CHECK(validate_barrier(&one));
	CHECK(!one.ok);
	CHECK(strstr(fake.record[fake.records - 1], "not enough memory"));
}
