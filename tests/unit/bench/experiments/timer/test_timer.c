/* SPDX-License-Identifier: MIT */
/* bench/experiments/timer/timer.c: which counters keep the time stamp's pace.
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

TEST(timer_device_is_valid_within_an_eighth_of_its_pace)
{
	static const struct { uint64_t pace, bits, back; bool valid; } rows[] = {
		{ 1000, 32, 0, true }, { 900, 32, 0, true },
		{ 1100, 32, 0, true }, { 850, 32, 0, false },
		{ 1000000, 48, 0, false }, /* a pause makes it seem slower */
		{ 0, 32, 0, false }, { 1000, 32, 3, false },
		/* Wraps each 400 us, many times a try. One that is interrupted
		 * for so long has lost a turn: on a busy machine that may be
		 * each of the six, again and again. */
		{ 1000, 12, 0, true }, { 850, 12, 0, false },
	};

	fake.clock.hz = 3000000000;
	EACH_ROW(i, rows) {
		struct cell cell = { .variant = &timer_rows[0] };
		bool ok = false;

		per_mille = rows[i].pace;
		back = rows[i].back;
		timer = (struct machine_timer){
			.hz = HZ, .mask = (1ull << rows[i].bits) - 1,
			.begin = begin, .read = read_counter, .end = end };
		for (unsigned try = 0; try < 20 && !ok; try++) {
			ok = cell.variant->validate(&cell);
			if (!rows[i].valid)
				break;
		}
		CHECK_EQUAL(ok, rows[i].valid);
		CHECK_EQUAL(begun, 0);
		CHECK(cell.checked > 0);
	}
}
