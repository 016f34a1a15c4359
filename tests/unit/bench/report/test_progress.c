/* SPDX-License-Identifier: MIT */
/* bench/report/progress.c: how much is done and left, not too often. */
#include "bench/report/progress.h"

#include <string.h>

#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const struct record_key key = { "lock", "mcs", 1, NULL };

/* Longer than both intervals of a clock of 3 kHz. */
static void pass_time(void)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < 4000)
		;
}

TEST(progress_is_said_once_a_while_and_never_beyond_all)
{
	fake.clock.hz = 3000;
	progress_expect(6, 1);
	progress_expect(4, 1);
	progress_done(&key, 1);
	CHECK_EQUAL(fake.records, 0); /* it has just begun */
	CHECK_TEXT(fake.status_line, "");
	pass_time();
	progress_done(&key, 2);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"record\":\"progress\",\"experiment\":"
		     "\"lock\",\"variant\":\"mcs\",\"done\":3,\"of\":10"));
	CHECK(strstr(fake.status_line, " lock mcs   30 %   "));
	CHECK(strstr(fake.status_line, " s left"));
	pass_time();
	progress_done(&key, 9);
	CHECK(strstr(fake.record[1], "\"done\":12,\"of\":12"));
	CHECK_TEXT(fake.status_line, " lock mcs   100 %   0 s left");
}

TEST(progress_waits_a_third_of_a_second)
{
	fake.clock.hz = 1ull << 50;
	progress_expect(10, 1);
	for (unsigned i = 0; i < 4; i++)
		progress_done(&key, 1);
	CHECK_EQUAL(fake.records, 0);
	CHECK_TEXT(fake.status_line, "");
}

TEST(progress_of_nothing_that_was_expected_is_none)
{
	fake.clock.hz = 3000;
	progress_done(&key, 0);
	pass_time();
	progress_done(&key, 0);
	CHECK_TEXT(fake.status_line, " lock mcs   0 %");
	CHECK(strstr(fake.record[0], "\"done\":0,\"of\":0"));
}

/* What the status line says. */
static unsigned long seconds_left(void)
{
	const char *left = strstr(fake.status_line, " s left");
	unsigned long seconds = 0;

	CHECK(left);
	while (left[-1] >= '0' && left[-1] <= '9')
		left--;
	for (; *left >= '0' && *left <= '9'; left++)
		seconds = seconds * 10 + (unsigned long)(*left - '0');
	return seconds;
}

/* At least so many of a clock of 3 kHz. */
static void pass_seconds(unsigned seconds)
{
	uint64_t start = tsc_read();

	while (tsc_read() - start < 3000ull * seconds)
		;
}

/* The first steps are fast: what follows is expected to take 900 s. */
TEST(progress_expects_of_each_step_what_it_takes)
{
	fake.clock.hz = 3000;
	progress_expect(1000, 100);
	progress_expect(1000, 900);
	progress_begin(1000, 100);
	progress_done(&key, 0);
	pass_time();
	progress_done(&key, 100);
	CHECK(strstr(fake.record[0], "\"done\":10000,\"of\":1000000"));
	CHECK(strstr(fake.status_line, "   1 %   "));
	CHECK(seconds_left() >= 900);
	progress_begin(1000, 900); /* nine tenths of the first did not come */
	pass_time();
	progress_done(&key, 500);
	CHECK(strstr(fake.record[1], "\"done\":460000,\"of\":910000"));
}

/* The second half goes a thousand times as slowly. */
TEST(progress_shows_time_left_which_neither_grows_nor_stands)
{
	unsigned long before, begun;

	fake.clock.hz = 3000;
	progress_expect(1000000, 1);
	progress_done(&key, 1);
	pass_seconds(400);
	progress_done(&key, 499999);
	CHECK(!strstr(fake.status_line, "over"));
	begun = before = seconds_left();
	CHECK(begun > 300);
	for (unsigned i = 0; i < 20; i++) {
		pass_seconds(300);
		progress_done(&key, 100);
		CHECK(strstr(fake.status_line, "   over "));
		CHECK(seconds_left() <= before);
		before = seconds_left();
	}
	CHECK(before < begun / 2);
}

/* All of a 3 GHz clock's ticks come at once where it is one of 1 kHz. */
TEST(progress_of_nothing_done_leaves_no_time)
{
	fake.clock.hz = 3000;
	progress_expect(4, 1);
	progress_done(&key, 0);
	pass_time();
	progress_done(&key, 0);
	CHECK_TEXT(fake.status_line, " lock mcs   0 %");
	CHECK(strstr(fake.record[0], "\"done\":0,\"of\":4"));
}

TEST(progress_looks_for_a_wish_to_stop_as_often_as_it_says_something)
{
	fake.clock.hz = 3000;
	progress_expect(4, 1);
	progress_done(&key, 1);
	fake.stop_asked = true;
	CHECK_EQUAL(fake.looks, 0); /* what was measured is not yet told */
	CHECK(!progress_stopped());
	pass_time();
	progress_done(&key, 1);
	CHECK_EQUAL(fake.looks, 1);
	CHECK(progress_stopped());
	CHECK_TEXT(fake.status_line, " lock mcs   50 %   the rest is skipped");
	fake.stop_asked = false; /* it stays so */
	pass_time();
	progress_done(&key, 1);
	CHECK(progress_stopped());
}
