/* SPDX-License-Identifier: MIT */
/* The bound on a step that is measured. */
#include "bench/conditions/bound.h"

#include "bench/conditions/watchdog.h"
#include "kernel/log.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void tick(unsigned times)
{
	while (times--)
		fake_machine_tick();
}

TEST(bound_ends_a_step_that_does_not_come_back)
{
	fake.has_tick = true;
	bound_begin(true);
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
	CHECK(PANICS(tick(1)));
	CHECK_TEXT(fake.panic_text,
		   "hangs: what is measured has not ended for 120 s");
}

TEST(bound_is_none_before_and_after)
{
	fake.has_tick = true;
	tick(1);
	bound_begin(true);
	bound_end();
	bound_renew();
	bound_pause();
	bound_resume();
	tick(1);
}

/* From now on a second has so many ticks. */
static void seconds_are(uint64_t ticks)
{
	fake.clock.hz = ticks;
}

static void pass_a_second(void)
{
	uint64_t since = tsc_read();

	while (tsc_read() - since <= ticks_of_seconds(1))
		;
}

TEST(bound_is_put_off_by_each_step_after_a_second)
{
	fake.has_tick = true;
	bound_begin(true);
	seconds_are(1ull << 50);
	fake.tick_period = 0;
	bound_renew();
	CHECK_EQUAL(fake.tick_period, 0); /* the timer is left alone */
	seconds_are(3000);
	pass_a_second();
	bound_renew();
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
}

TEST(bound_counts_from_its_last_renewal)
{
	fake.has_tick = true;
	seconds_are(3000);
	bound_begin(true);
	log_warning("word", "a record of the step before");
	pass_a_second();
	bound_renew();
	CHECK(PANICS(tick(1)));
}

TEST(bound_of_who_writes_records_goes_on)
{
	fake.has_tick = true;
	bound_begin(true);
	log_warning("word", "a record");
	tick(1);
	CHECK(PANICS(tick(1)));
}

TEST(bound_is_none_while_another_uses_the_tick)
{
	fake.has_tick = true;
	bound_begin(true);
	bound_pause();
	watchdog_begin();
	CHECK_EQUAL(fake.tick_period, ticks_of_ms(WATCHDOG_LOOK_MS));
	watchdog_end();
	tick(1);
	bound_renew();
	tick(1);
	bound_resume();
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
	CHECK(PANICS(tick(1)));
}

/* ---- the alarm, which also finds what is deaf to the tick ------------------- */

#define ALARM_MS (BOUND_SECONDS * 1000 + 1000)

TEST(bound_has_an_alarm_behind_the_tick)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK(PANICS(fake_machine_alarm()));
	CHECK_TEXT(fake.panic_text,
		   "hangs: what is measured has not ended for 120 s");
}

TEST(bound_alarm_ends_with_the_bound)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	bound_end();
	CHECK_EQUAL(fake.alarm_ms, 0);
}

TEST(bound_alarm_of_who_writes_records_goes_on)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	log_warning("word", "a record");
	fake_machine_alarm();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK(PANICS(fake_machine_alarm()));
}

/* The tick looks a second before the alarm: what goes on does so for both. */
TEST(bound_alarm_is_put_off_by_the_tick)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	log_warning("word", "a record");
	fake.alarm_ms = 1;
	tick(1);
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
}

TEST(bound_alarm_is_put_off_by_each_step_after_a_second)
{
	fake.has_alarm = true;
	bound_begin(false);
	CHECK_EQUAL(fake.tick_period, 0);
	seconds_are(3000);
	fake.alarm_ms = 1;
	pass_a_second();
	bound_renew();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK_EQUAL(fake.tick_period, 0); /* the timer is another's */
}

TEST(bound_alarm_stays_while_another_uses_the_tick)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	fake.alarm_ms = 1;
	bound_pause();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	tick(1);
	CHECK(PANICS(fake_machine_alarm()));
	fake.alarm_ms = 1;
	bound_resume();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
}

TEST(bound_is_none_of_what_is_unbounded)
{
	fake.has_tick = fake.has_alarm = true;
	bound_pause();
	bound_resume();
	bound_renew();
	CHECK_EQUAL(fake.alarm_ms + fake.tick_period, 0);
}
