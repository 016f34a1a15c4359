/* SPDX-License-Identifier: MIT */
/* bench/experiments/wake/deadline.c: by a clock that stands still but for
 * sleeps, each of which ends so much too late. */
#include "bench/bench.h"
#include "bench/experiments/wake/wake.h"
#include "bench/samples/history.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

#define LATE 7

static uint64_t now = 1000;
static bool sleeps_short; /* every second time it wakes half-way */
static unsigned slept_short;

static void sleep_late(uint64_t deadline)
{
	bool half = sleeps_short && slept_short++ % 2 == 0;

	now = half ? now + (deadline - now) / 2 : deadline + LATE;
}

static const char *skipped;
static unsigned woken_up; /* a bit a core */
static unsigned reported;
static int64_t taken[64];

static int64_t apart_report(const struct record_key *key, uint32_t batch,
			    const int64_t *samples, uint32_t n)
{
	CHECK_TEXT(key->params[0].name, "sleep_us");
	CHECK_EQUAL(batch, 1);
	for (uint32_t i = 0; i < n && reported < 64; i++)
		taken[reported++] = samples[i];
	return 0;
}

#define tsc_read() now
#define tsc_start() now
#define machine_wait sleep_late
#define machine_run(cores, body, arg) ((void)(cores), body(0, arg))
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) ((void)(history), (n) > 0)
#define wake_plan(of, n)                                                     \
	((struct wake_plan){ .settings = (of), .cores = (n), .rounds = 2,    \
			     .samples = 8, .checks = 3, .ticks = 1ull << 40 })
#define wake_wants(plan, variant) ((void)(plan), (variant) != NULL)
#define wake_skip(plan, variant, reason)                                     \
	((void)(plan), (void)(variant), (void)(skipped = (reason)))
#define machine_wake(core) ((void)(woken_up |= 1u << (core)))
#define wake_report(key, per, batch, history, samples, n)                    \
	((void)(history), apart_report(key, batch, samples, n))
#define wake_deadlines apart_deadlines
#include "bench/experiments/wake/deadline.c"

#include <string.h>

#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"

static bool run(bool short_ones)
{
	static const struct settings settings = { .cores = 1 };

	CHECK(scratch_init());
	scratch_begin();
	trial_begin(WAKE_KEY(ROW, 1));
	sleeps_short = short_ones;
	reported = 0;
	return apart_deadlines(&settings);
}

/* Two lengths, two rounds of four samples each. */
TEST(wake_deadline_is_late_by_the_time_beyond_it)
{
	for (unsigned half = 0; half < 2; half++) {
		CHECK(run(half));
		CHECK_EQUAL(reported, 2 * 8);
		for (unsigned i = 0; i < reported; i++)
			CHECK_EQUAL(taken[i], LATE);
	}
}

/* What woke early once is early for good: nothing is timed. */
TEST(wake_deadline_that_comes_early_is_not_timed)
{
	nap_early(true);
	CHECK(!run(false));
	CHECK_EQUAL(reported, 0);
}

TEST(wake_deadline_that_comes_early_is_wrong)
{
	struct wake_plan plan = { .cores = 1, .checks = 3 };

	CHECK(scratch_init());
	scratch_begin();
	CHECK(prepare_sleepers(&plan));
	nap_early(false);
	CHECK(validated(&plan));
	CHECK(prepare_sleepers(&plan));
	nap_early(true);
	CHECK(!validated(&plan));
	CHECK(strstr(fake.record[1], "\"verdict\":\"failed\""));
	CHECK(strstr(fake.record[1], "a core was awake before its deadline"));
}

TEST(wake_deadline_without_memory_is_left_out_and_it_is_told)
{
	static const struct settings many = { .cores = 1u << 30 };

	CHECK(run(false));
	CHECK_TEXT(skipped, NULL);
	reported = 0;
	CHECK(apart_deadlines(&many));
	CHECK_TEXT(skipped, "not enough memory");
	CHECK_EQUAL(reported, 0);
}

/* The others would wait for it at the round's end otherwise. */
TEST(wake_deadline_that_nobody_wakes_at_is_ended_by_core_0)
{
	static struct woken woken[3];
	const struct wake_plan plan = { .cores = 3 };

	nap.plan = &plan;
	nap.woken = woken;
	nap.deadline = now;
	watch(1);
	CHECK_EQUAL(nap.lost, 2);
	CHECK_EQUAL(woken_up, 1u << 1 | 1u << 2);
}

/* Core 0's clock may be far ahead: who slept by it would not end. */
TEST(wake_deadline_of_a_core_is_told_by_its_own_clock)
{
	struct woken woken[2] = { 0 };

	nap.woken = woken;
	nap.deadline = 1ull << 40;
	sleeps_short = false;
	sleep_one(1, 3);
	CHECK_EQUAL(now, 1000 + ticks_of_us(CHECKED_US) + LATE);
	CHECK_EQUAL(woken[1].round, 3);
	CHECK_EQUAL(nap.early, 0);
}
