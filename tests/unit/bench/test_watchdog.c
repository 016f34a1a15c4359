/* SPDX-License-Identifier: MIT */
/* The bound on a validation: by ticks that core 0 lives through. */
#include "bench/conditions/watchdog.h"

#include "bench/conditions/timesharing.h"
#include "kernel/ticks.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static unsigned looks;

static void look(void)
{
	looks++;
}

static void tick(unsigned times)
{
	while (times--)
		fake_machine_tick();
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
