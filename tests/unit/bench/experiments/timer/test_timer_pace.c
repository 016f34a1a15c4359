/* SPDX-License-Identifier: MIT */
/* bench/experiments/timer/devices.c: the bounds of a counter's pace, and how long
 * it is looked at, by a time stamp that nothing disturbs. */
#include "tests/unit/bench/experiments/apart.h"

#include "kernel/ticks.h"
#include "kernel/timers.h"
#include "kernel/tsc.h"

#define READ 100u /* ticks */

static uint64_t now;

static uint64_t apart_read(void)
{
	return now += READ;
}

#define tsc_read apart_read
#define timer_devices apart_devices
#define timer_device_count apart_device_count
#include "bench/experiments/timer/devices.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define PER_TICK 1000u /* counts of the fastest */

static uint64_t pace; /* of those, at each tick */
static int running;

static void begin(void)
{
	running++;
}

static void end(void)
{
	running--;
}

static uint64_t count(void)
{
	CHECK_EQUAL(running, 1);
	return now * pace;
}

static const struct machine_timer device = {
	.mask = UINT64_MAX, .begin = begin, .read = count, .end = end };
static struct machine_timer made;

static const struct machine_timer *made_timer(void)
{
	return &made;
}

static const struct timer_way way = { .timer = made_timer };
static const struct variant row = { .what = &way };

/* Validates one of that pace; the milliseconds that it took. */
static uint64_t look(uint64_t its, bool *ok)
{
	struct cell cell = { .variant = &row };
	uint64_t from = now;

	fake.clock.hz = 2000000000;
	made = device;
	made.hz = fake.clock.hz * PER_TICK;
	pace = its;
	*ok = validate_pace(&cell);
	CHECK_EQUAL(running, 0);
	CHECK(cell.checked > 1000 || !fake.clock.hz);
	return (now - from) / ticks_of_ms(1);
}

static bool valid(uint64_t its)
{
	bool ok;

	look(its, &ok);
	return ok;
}

TEST(timer_device_is_valid_from_seven_eighths_to_nine)
{
	CHECK(valid(1000));
	CHECK(valid(876) && !valid(874));
	CHECK(valid(1124) && !valid(1126));
	CHECK(!valid(0));
}

TEST(timer_device_is_looked_at_six_times_each_twice_as_long)
{
	bool ok;

	CHECK_EQUAL(look(1000, &ok), 1);
	CHECK_EQUAL(look(500, &ok), 63);
	CHECK(!ok);
}

TEST(timer_device_of_no_known_rate_is_not_looked_at)
{
	struct cell cell = { .variant = &row };

	made = device;
	fake.clock.hz = 2000000000;
	CHECK(validate_pace(&cell));
	fake.clock.hz = 0;
	made.hz = 5;
	CHECK(validate_pace(&cell));
	CHECK_EQUAL(cell.checked, 0);
}
