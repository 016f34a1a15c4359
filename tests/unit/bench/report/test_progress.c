/* SPDX-License-Identifier: MIT */
/* bench/report/progress.c: how much is done and left, not too often. */
#include "bench/report/progress.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "lock", "mcs", 1, NULL };

/* At least so many ticks; a second has 3,000, and both intervals are shorter. */
static void pass_ticks(uint64_t ticks)
{
	uint64_t start = tsc_read();

	fake.clock.hz = 3000;
	while (tsc_read() - start < ticks)
		;
}

static void done(unsigned steps)
{
	pass_ticks(4000);
	progress_done(&key, steps);
}

TEST(progress_is_said_once_a_while_and_never_beyond_all)
{
	progress_expect(6, 1);
	progress_expect(4, 1);
	fake.clock.hz = 1ull << 50; /* a third of a second is long */
	progress_done(&key, 1);
	progress_done(&key, 0);
	CHECK_EQUAL(fake.records, 0);
	CHECK_TEXT(fake.status_line, "");
	done(2);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake_last(), "\"record\":\"progress\",\"experiment\":"
		     "\"lock\",\"variant\":\"mcs\",\"done\":3,\"of\":10"));
	CHECK(strstr(fake.status_line, " lock mcs   30 %   "));
	CHECK(strstr(fake.status_line, " s left"));
	done(9);
	CHECK(strstr(fake_last(), "\"done\":12,\"of\":12"));
	CHECK_TEXT(fake.status_line, " lock mcs   100 %   0 s left");
}

/* Of nothing that was expected, and of some that is not done. */
TEST(progress_of_nothing_leaves_no_time)
{
	for (unsigned of = 0; of <= 4; of += 4) {
		progress_expect(of, 1);
		progress_done(&key, 0);
		done(0);
		CHECK_TEXT(fake.status_line, " lock mcs   0 %");
		CHECK(strstr(fake_last(), of ? "\"done\":0,\"of\":4"
					     : "\"done\":0,\"of\":0"));
	}
}

/* What the status line says. */
static unsigned long seconds_left(void)
{
	const char *left = strstr(fake.status_line, " s left");

	if (!CHECK(left))
		return 0;
	while (left[-1] >= '0' && left[-1] <= '9')
		left--;
	return strtoul(left, NULL, 10);
}

/* The first steps are fast: what follows is expected to take 900 s. */
TEST(progress_expects_of_each_step_what_it_takes)
{
	fake.clock.hz = 3000;
	progress_expect(1000, 100);
	progress_expect(1000, 900);
	progress_begin(1000, 100);
	progress_done(&key, 0);
	done(100);
	CHECK(strstr(fake_last(), "\"done\":10000,\"of\":1000000"));
	CHECK(strstr(fake.status_line, "   1 %   "));
	CHECK(seconds_left() >= 900);
	progress_begin(1000, 900); /* nine tenths of the first did not come */
	done(500);
	CHECK(strstr(fake_last(), "\"done\":460000,\"of\":910000"));
}

/* The second half goes a thousand times as slowly. */
TEST(progress_shows_time_left_which_neither_grows_nor_stands)
{
	unsigned long before, begun;

	fake.clock.hz = 3000;
	progress_expect(1000000, 1);
	progress_done(&key, 1);
	pass_ticks(400 * 3000);
	progress_done(&key, 499999);
	CHECK(!strstr(fake.status_line, "over"));
	begun = before = seconds_left();
	CHECK(begun > 300);
	for (unsigned i = 0; i < 20; i++) {
		pass_ticks(300 * 3000);
		progress_done(&key, 100);
		CHECK(strstr(fake.status_line, "   over "));
		CHECK(seconds_left() <= before);
		before = seconds_left();
	}
	CHECK(before < begun / 2);
}

TEST(progress_looks_for_a_wish_to_stop_as_often_as_it_says_something)
{
	fake.clock.hz = 1ull << 50;
	progress_expect(4, 1);
	progress_done(&key, 1);
	fake.stop_asked = true;
	CHECK_EQUAL(fake.looks, 0); /* what was measured is not yet told */
	CHECK(!progress_stopped());
	done(1);
	CHECK_EQUAL(fake.looks, 1);
	CHECK(progress_stopped());
	CHECK_TEXT(fake.status_line, " lock mcs   50 %   the rest is skipped");
	fake.stop_asked = false; /* it stays so */
	done(1);
	CHECK(progress_stopped());
}
