/* SPDX-License-Identifier: MIT */
/* bench/experiments/timer/timer.c: each way reads the time stamp, whole. */
#include "tests/unit/bench/experiments/apart.h"

#include "bench/experiments/timer/timer.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define STAMPS 3u
#define MOST (1u << 20) /* tries */

static bool has_rdtscp(void)
{
	uint32_t a, b, c, d;

	__asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d)
		: "a"(0x80000001), "c"(0));
	return d >> 27 & 1;
}

static bool can_be_run(const struct timer_way *way)
{
	return has_rdtscp() || (way->take != way_rdtscp.take &&
				way->take != way_rdtscp_lfence.take);
}

TEST(timer_ways_read_the_time_stamp)
{
	for (unsigned w = 0; w < WAYS; w++) {
		const struct timer_way *way = variants[w].what;
		uint64_t before = tsc_read(), stamp[STAMPS + 1] = { 0 };

		if (!can_be_run(way))
			continue;
		way->take(stamp, STAMPS);
		for (unsigned i = 0; i < STAMPS; i++) {
			CHECK(stamp[i] >= before && stamp[i] <= tsc_read());
			before = stamp[i];
		}
		CHECK_EQUAL(stamp[STAMPS], 0);
	}
}

/* ---- what is valid ----------------------------------------------------------- */

static unsigned back_at; /* this stamp lies below the one before; 0: none */

static void take_some(uint64_t *stamp, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		stamp[i] = 1000 + i - 2 * (back_at && i == back_at);
}

static bool goes_forward(unsigned not_at)
{
	static const struct timer_way way = { .take = take_some };
	const struct variant row = { .what = &way };
	struct cell cell = { .variant = &row };
	bool ok;

	back_at = not_at;
	ok = validate_forward(&cell);
	CHECK_EQUAL(cell.checked, CHECKED);
	return ok;
}

TEST(timer_way_that_goes_back_once_is_wrong)
{
	CHECK(goes_forward(0));
	CHECK(!goes_forward(1));
	CHECK(!goes_forward(CHECKED / 2));
	CHECK(!goes_forward(CHECKED - 1));
}

static void take_the_same(uint64_t *stamp, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		stamp[i] = 7;
}

TEST(timer_way_may_read_the_same_twice)
{
	static const struct timer_way way = { .take = take_the_same };
	const struct variant row = { .what = &way };
	struct cell cell = { .variant = &row };

	CHECK(validate_forward(&cell));
}

TEST(timer_ways_of_rdtscp_are_for_processors_that_have_it)
{
	fake.clock.has_rdtscp = true;
	CHECK(!no_rdtscp(1));
	fake.clock.has_rdtscp = false;
	CHECK_TEXT(no_rdtscp(1), "CPUID has no RDTSCP");
}
