/* SPDX-License-Identifier: MIT */
/* bench/experiments/timer/cores.c: what the steps of a clock tell of it. */
#define timer_measure_cores apart_measure_cores
#define timer_cores_steps apart_cores_steps
#include "bench/experiments/timer/cores.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* A clock that goes on by these, again and again. */
static const uint64_t *goes_on;
static unsigned begun;

static void begin(void)
{
	begun++;
}

static void end(void)
{
	begun--;
}

static struct machine_timer timer = { .begin = begin, .end = end };

static const struct machine_timer *the_timer(void)
{
	return &timer;
}

static void read_often(struct cell *cell, unsigned core, uint64_t count)
{
	(void)cell, (void)core, (void)count;
	CHECK_EQUAL(begun, 1);
}

static void take(uint64_t *stamp, unsigned count)
{
	uint64_t now = 250;

	for (unsigned i = 0; i < count; i++) {
		stamp[i] = now & timer.mask;
		now += goes_on[i % 4];
	}
}

static const struct timer_way time_stamp = { .take = take };
static const struct timer_way counter = { read_often, take, the_timer };

static void look(unsigned core, const struct timer_way *way,
		 const uint64_t steps[4])
{
	goes_on = steps;
	for (unsigned r = 0; r < ROUNDS; r++)
		usual[r] = INT64_MAX;
	note_steps(core, way);
}

TEST(timer_steps_are_told_by_the_smallest_and_by_what_divides_all)
{
	static const uint64_t steps[][4] = {
		{ 6, 0, 10, 4 }, { 12, 9, 15, 21 }, { 7, 7, 7, 7 } };
	static const uint64_t smallest[] = { 4, 9, 7 }, grain[] = { 2, 3, 7 };

	timer.mask = UINT64_MAX;
	for (unsigned i = 0; i < 3; i++) {
		look(0, &time_stamp, steps[i]);
		CHECK_EQUAL(reading[0].step, smallest[i]);
		CHECK_EQUAL(reading[0].grain, grain[i]);
		CHECK_EQUAL(reading[0].finest, 4); /* of all so far */
		for (unsigned r = 0; r < ROUNDS; r++) {
			CHECK_EQUAL(grain_of[r], grain[i]);
			CHECK(usual[r] >= (int64_t)smallest[i] &&
			      usual[r] <= 21);
		}
	}
}

TEST(timer_that_wraps_goes_on)
{
	static const uint64_t steps[4] = { 6, 0, 10, 4 };

	timer.mask = 0xff;
	look(0, &counter, steps);
	CHECK_EQUAL(reading[0].step, 4);
	CHECK_EQUAL(reading[0].grain, 2);
	CHECK_EQUAL(reading[0].finest, 0); /* that is the time stamp's */
	CHECK_EQUAL(usual[0], INT64_MAX);
}

TEST(timer_rounds_are_those_of_core_0)
{
	static const uint64_t steps[2][4] = { { 6, 6, 6, 6 }, { 5, 5, 5, 5 } };

	timer.mask = UINT64_MAX;
	look(0, &time_stamp, steps[0]);
	look(1, &time_stamp, steps[1]);
	CHECK_EQUAL(reading[1].step, 5);
	CHECK_EQUAL(grain_of[ROUNDS - 1], 6);
	CHECK_EQUAL(steps_of[ROUNDS - 1][STAMPS - 2], 6);
	CHECK_EQUAL(usual[0], INT64_MAX); /* as it was before core 1 */
}

TEST(timer_that_stands_still_has_no_step)
{
	static const uint64_t steps[4] = { 0 };

	timer.mask = UINT64_MAX;
	look(0, &time_stamp, steps);
	CHECK_EQUAL(reading[0].step + reading[0].grain, 0);
	CHECK_EQUAL(usual[0], INT64_MAX);
}

TEST(timer_counts_while_it_is_read)
{
	static const uint64_t steps[4] = { 1, 1, 1, 1 };

	timer.mask = UINT64_MAX;
	goes_on = steps;
	read_on_core(0, (void *)&counter);
	CHECK_EQUAL(begun, 0);
	CHECK_EQUAL(reading[0].step, 1);
}

/* Records of a name. */
static unsigned recorded(const char *variant)
{
	unsigned count = 0;

	for (unsigned i = 0; i < fake.records; i++)
		count += strstr(fake.record[i], "\"quantity\"") &&
			 strstr(fake.record[i], variant);
	return count;
}

TEST(timer_grain_is_recorded_in_ns)
{
	for (unsigned r = 0; r < ROUNDS; r++)
		grain_of[r] = r == 1 ? 0 : 2;
	record_grain("pit", 0); /* it is not known how fast it goes */
	CHECK_EQUAL(recorded("pit"), 0);
	record_grain("hpet", 16000000);
	CHECK_EQUAL(recorded("hpet"), 1);
	CHECK(strstr(fake.record[fake.records - 1], "[125,null,125,"));
	record_grain("fast", 3000000000);
	CHECK(strstr(fake.record[fake.records - 1], "[0.666,null,0.666,"));
}

/* Where the clock stood still in a round, there is none. */
TEST(timer_usual_step_is_recorded_by_round)
{
	for (unsigned r = 0; r < ROUNDS; r++)
		usual[r] = r ? 25 : INT64_MAX;
	record_usual_step();
	CHECK(strstr(fake.record[fake.records - 1], "[null,25,25,"));
}

static void read_none(struct cell *cell, unsigned core, uint64_t count)
{
	(void)cell, (void)core, (void)count;
}

/* It said that reads were -1 ticks apart, once more, after the devices. */
TEST(timer_devices_say_nothing_of_the_time_stamp)
{
	static const uint64_t steps[] = { 26, 26, 26, 26 };
	static const struct timer_way reads = { read_none, take, NULL };
	static const struct variant stamps = { .name = "rdtsc",
					       .what = &reads },
				    device = { .name = "played",
					       .what = &counter };
	const struct settings settings = { .cores = 1, .variants = "" };

	goes_on = steps;
	timer.mask = UINT32_MAX;
	apart_measure_cores(&settings, &stamps, 1);
	CHECK_EQUAL(recorded("\"step\""), 1);
	apart_measure_cores(&settings, &device, 1);
	CHECK_EQUAL(recorded("\"step\""), 1);
}

/* A timer that the cores share is read on core 0 alone. */
TEST(timer_that_is_shared_is_asked_on_one_core)
{
	static const uint64_t steps[4] = { 6, 6, 6, 6 };
	static const struct variant way = { .name = "hpet", .what = &counter };
	const struct settings settings = { .cores = 2, .variants = "" };

	goes_on = steps;
	timer.mask = UINT64_MAX;
	fake.cores = 2;
	fake_machine_enter(0);
	measure_way(&settings, &way);
	CHECK(strstr(fake.record[0], "\"cores\":1"));
	CHECK_EQUAL(reading[1].step, 0);
	CHECK_EQUAL(reading[0].step, 6);
}
