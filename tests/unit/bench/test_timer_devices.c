/* SPDX-License-Identifier: MIT */
/* bench/experiments/timer/devices.c: which counters keep the time stamp's pace.
 * The counter is one of 10 MHz made of the time stamp, which goes a bit wrong. */
#include "bench/experiments/timer/timer.h"
#include "kernel/ticks.h"
#include "kernel/timers.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define HZ 10000000ull

static struct machine_timer timer;
static uint64_t per_mille, back; /* of its pace; a step back in so many reads */
static unsigned reads, begun;

static void begin(void)
{
	begun++;
}

static void end(void)
{
	begun--;
}

static uint64_t read_counter(void)
{
	uint64_t counts = tsc_read() / (ticks_of_seconds(1) / HZ) *
			  per_mille / 1000;

	reads++;
	if (back && reads % back == 0)
		counts -= HZ / 1000;
	return counts & timer.mask;
}

const struct machine_timer *machine_timer(enum machine_timer_kind kind)
{
	(void)kind;
	return &timer;
}

/* Whether a counter is valid that goes that fast and has that many bits. */
static bool keeps_pace(uint64_t pace, unsigned bits)
{
	struct cell cell = { .variant = &timer_devices[0] };
	bool ok;

	fake.clock.hz = 3000000000;
	per_mille = pace;
	timer = (struct machine_timer){
		.hz = HZ, .mask = (1ull << bits) - 1, .begin = begin,
		.read = read_counter, .end = end };
	reads = 0;
	ok = cell.variant->validate(&cell);
	CHECK_EQUAL(begun, 0);
	CHECK(cell.checked > 0);
	return ok;
}

TEST(timer_device_is_valid_within_an_eighth_of_its_pace)
{
	CHECK(keeps_pace(1000, 32));
	CHECK(keeps_pace(900, 32));
	CHECK(keeps_pace(1100, 32));
	CHECK(!keeps_pace(850, 32));
	CHECK(!keeps_pace(1000000, 48)); /* a pause makes it seem slower */
	CHECK(!keeps_pace(0, 32));
}

/* Wraps each 400 us, many times a try. One that is interrupted for so long has
 * lost a turn: on a busy machine that may be each of the six, again and again. */
TEST(timer_device_may_wrap)
{
	bool ok = false;

	for (unsigned i = 0; i < 20 && !ok; i++)
		ok = keeps_pace(1000, 12);
	CHECK(ok);
	CHECK(!keeps_pace(850, 12));
}

TEST(timer_device_that_steps_back_is_wrong)
{
	back = 3;
	CHECK(!keeps_pace(1000, 32));
}

static const char *never(unsigned cores)
{
	(void)cores;
	return "not here";
}

TEST(timer_rows_are_a_step_each_where_wanted_and_fit)
{
	static const struct variant ways[] = {
		{ .name = "tsc" }, { .name = "hpet", .unfit = never },
		{ .name = "pit" }, { .name = "pm" } };
	struct settings settings = { .variants = "", .cores = 2 };

	CHECK_EQUAL(timer_cores_steps(&settings, ways, 4), 3);
	settings.variants = "hpet,pit";
	CHECK_EQUAL(timer_cores_steps(&settings, ways, 4), 1);
	CHECK_EQUAL(timer_cores_steps(&settings, ways, 2), 0);
}
