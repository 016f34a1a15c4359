/* SPDX-License-Identifier: MIT */
/* The bounds on a step that is measured and on a validation: by ticks that core 0
 * lives through, and by an alarm, which also finds what is deaf to the tick. */
#include "bench/conditions/bound.h"

#include "bench/conditions/timesharing.h"
#include "bench/conditions/watchdog.h"
#include "kernel/log.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define ALARM_MS (BOUND_SECONDS * 1000 + 1000)

static void tick(unsigned times)
{
	while (times--)
		fake_machine_tick();
}

/* A second of a clock that has so few ticks in one. */
static void pass_a_second(void)
{
	uint64_t since = tsc_read();

	fake.clock.hz = 3000;
	while (tsc_read() - since <= ticks_of_seconds(1))
		;
}

TEST(bound_ends_a_step_that_does_not_come_back)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK(PANICS(tick(1)));
	CHECK_TEXT(fake.panic_text,
		   "hangs: what is measured has not ended for 120 s");
	CHECK(PANICS(fake_machine_alarm()));
	CHECK_TEXT(fake.panic_text,
		   "hangs: what is measured has not ended for 120 s");
}

TEST(bound_is_none_before_and_after_and_of_what_is_unbounded)
{
	fake.has_tick = fake.has_alarm = true;
	tick(1);
	for (unsigned after = 0; after < 2; after++) {
		bound_pause();
		bound_resume();
		bound_renew();
		tick(1);
		CHECK_EQUAL(fake.alarm_ms, 0);
		bound_begin(true);
		bound_end();
	}
}

TEST(bound_is_put_off_by_each_step_after_a_second)
{
	fake.has_tick = true;
	bound_begin(true);
	fake.clock.hz = 1ull << 50;
	fake.tick_period = 0;
	bound_renew();
	CHECK_EQUAL(fake.tick_period, 0); /* the timer is left alone */
	pass_a_second();
	bound_renew();
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
}

TEST(bound_counts_from_its_last_renewal)
{
	fake.has_tick = true;
	bound_begin(true);
	log_warning("word", "a record of the step before");
	pass_a_second();
	bound_renew();
	CHECK(PANICS(tick(1)));
}

/* The tick looks a second before the alarm: what goes on does so for both. */
TEST(bound_of_who_writes_records_goes_on)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	log_warning("word", "a record");
	fake.alarm_ms = 1;
	tick(1);
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK(PANICS(tick(1)));
	log_warning("word", "a record");
	fake_machine_alarm();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK(PANICS(fake_machine_alarm()));
}

TEST(bound_is_none_while_another_uses_the_tick_but_for_its_alarm)
{
	fake.has_tick = fake.has_alarm = true;
	bound_begin(true);
	fake.alarm_ms = 1;
	bound_pause();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	watchdog_begin();
	CHECK_EQUAL(fake.tick_period, ticks_of_ms(WATCHDOG_LOOK_MS));
	watchdog_end();
	tick(1);
	bound_renew();
	tick(1);
	CHECK(PANICS(fake_machine_alarm()));
	fake.alarm_ms = 1;
	bound_resume();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
	CHECK(PANICS(tick(1)));
}

TEST(bound_of_a_timer_that_is_another_s_is_the_alarm_alone)
{
	fake.has_alarm = true;
	bound_begin(false);
	fake.alarm_ms = 1;
	pass_a_second();
	bound_renew();
	CHECK_EQUAL(fake.alarm_ms, ALARM_MS);
	CHECK_EQUAL(fake.tick_period, 0);
}

/* ---- a validation ------------------------------------------------------ */

static unsigned looks;

static void look(void)
{
	looks++;
}

static void tick_to_the_bound(unsigned more)
{
	fake.has_tick = true;
	watchdog_begin();
	CHECK_EQUAL(fake.tick_period, ticks_of_ms(WATCHDOG_LOOK_MS));
	tick(WATCHDOG_SECONDS * 1000 / WATCHDOG_LOOK_MS - 1 + more);
	watchdog_end();
	tick(2); /* it does not tick any more */
}

TEST(watchdog_ends_what_does_not_come_back)
{
	tick_to_the_bound(0);
	tick_to_the_bound(0); /* from the beginning */
	CHECK(PANICS(tick_to_the_bound(1)));
	CHECK_TEXT(fake.panic_text,
		   "hangs: its validation has not ended for 20 s");
}

TEST(watchdog_is_patient_where_cores_take_turns)
{
	fake.has_tick = true;
	fake.cores = 2;
	fake.facts.trust = "tcg-icount";
	timesharing_look(2);
	watchdog_begin();
	tick(WATCHDOG_SECONDS_TIMESHARED * 1000 / WATCHDOG_LOOK_MS - 1);
	CHECK(PANICS(tick(1)));
}

TEST(watchdog_looks_too_while_it_watches)
{
	fake.has_tick = true;
	watchdog_begin();
	tick(2);
	watchdog_also(look);
	tick(3);
	watchdog_also(NULL);
	tick(4);
	watchdog_end();
	CHECK_EQUAL(looks, 3);
}
