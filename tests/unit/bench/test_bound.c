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
	bound_begin();
	CHECK_EQUAL(fake.tick_period, ticks_of_seconds(BOUND_SECONDS));
	CHECK(PANICS(tick(1)));
	CHECK_TEXT(fake.panic_text,
		   "hangs: what is measured has not ended for 120 s");
}

TEST(bound_is_none_before_and_after)
{
	fake.has_tick = true;
	tick(1);
	bound_begin();
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
	bound_begin();
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
	bound_begin();
	log_warning("word", "a record of the step before");
	pass_a_second();
	bound_renew();
	CHECK(PANICS(tick(1)));
}

TEST(bound_of_who_writes_records_goes_on)
{
	fake.has_tick = true;
	bound_begin();
	log_warning("word", "a record");
	tick(1);
	CHECK(PANICS(tick(1)));
}

TEST(bound_is_none_while_another_uses_the_tick)
{
	fake.has_tick = true;
	bound_begin();
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
