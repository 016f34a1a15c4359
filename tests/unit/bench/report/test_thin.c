/* SPDX-License-Identifier: MIT */
#include "bench/report/thin.h"

#include <string.h>

#include "kernel/log.h"
#include "kernel/serial/pace.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* ---- which rows stay --------------------------------------------------- */

static void check_thin(unsigned rows, unsigned most)
{
	struct thin thin = thin_to(rows, most);

	CHECK_EQUAL(thin.rows, rows);
	CHECK(thin.kept <= most || rows <= most);
	CHECK_EQUAL(thin.step == 1, rows <= most);
	for (unsigned kept = 0; kept + 1 < thin.kept; kept++)
		CHECK_EQUAL(thin_row(&thin, kept), kept * thin.step);
	if (!rows)
		return;
	CHECK_EQUAL(thin.kept, (rows - 2 + thin.step) / thin.step + 1);
	CHECK_EQUAL(thin_row(&thin, 0), 0);
	CHECK_EQUAL(thin_row(&thin, thin.kept - 1), rows - 1);
	/* No smaller step would do. */
	if (thin.step > 1)
		CHECK((rows - 1 + thin.step - 2) / (thin.step - 1) + 1 > most);
}

TEST(thin_leaves_first_last_and_each_kth)
{
	for (unsigned most = 2; most < 20; most++)
		for (unsigned rows = 0; rows < 300; rows++)
			check_thin(rows, most);
	check_thin(1000000, THIN_ROWS);
}

TEST(thin_follows_the_pace_and_warns_once)
{
	fake.log_pace = 0; /* not known */
	CHECK_EQUAL(thin_rows(1000).step, 1);
	fake.log_pace = 500000;
	CHECK_EQUAL(thin_rows(1000).step, 1);
	CHECK_EQUAL(fake.records, 0);
	fake.log_pace = 11520; /* 115,200 baud */
	CHECK_EQUAL(thin_rows(THIN_ROWS).step, 1);
	CHECK_EQUAL(fake.records, 0); /* nothing was left out */
	CHECK(thin_rows(1000).kept <= THIN_ROWS);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"code\":\"log_thinned\",\"text\":\"the "
				     "line takes 11520 bytes a second"));
	CHECK(thin_rows(1000).step > 1);
	CHECK_EQUAL(fake.records, 1);
}

static void none(const char *word, const char *reason)
{
	CHECK_TEXT(word, reason);
}

TEST(thin_does_as_the_option_says_whatever_the_pace)
{
	char thin[] = "series=thin", whole[] = "series=whole";

	fake.log_pace = 0;
	CHECK_EQUAL(options_parse(thin, none), 0);
	CHECK(thin_wanted());
	fake.log_pace = 11520;
	CHECK_EQUAL(options_parse(whole, none), 0);
	CHECK(!thin_wanted());
}

TEST(thin_says_its_step)
{
	struct thin whole = thin_to(16, 16), thin = thin_to(61, 16);

	log_begin("series");
	thin_log(&whole);
	thin_log(&thin);
	log_end();
	CHECK(strstr(fake.record[0], "\"series\",\"thinned\":4,\"crc\""));
}

/* ---- how fast the line is ---------------------------------------------- */

#define HZ 1000000u

TEST(pace_is_unknown_at_first)
{
	struct pace pace = { 0 };

	for (unsigned i = 0; i < PACE_WINDOWS; i++) {
		CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), 0);
		pace_add(&pace, PACE_WINDOW, HZ);
	}
	CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), PACE_WINDOW);
	CHECK_EQUAL(pace_bytes_per_second(&pace, 0), 0);
}

/* Lines of 200 bytes at 100 ticks a byte; now and then the reader pauses. */
TEST(pace_takes_no_notice_of_a_pause)
{
	struct pace pace = { 0 };

	for (unsigned i = 0; i < 200; i++)
		pace_add(&pace, 200, 200 * 100 + (i % 30 == 29 ? HZ : 0));
	CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), HZ / 100);
}

TEST(pace_follows_a_line_that_becomes_slow)
{
	struct pace pace = { 0 };

	for (unsigned i = 0; i < 100; i++)
		pace_add(&pace, 200, 200);
	CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), HZ);
	for (unsigned i = 0; i < (PACE_WINDOWS + 2) * PACE_WINDOW / 200; i++)
		pace_add(&pace, 200, 200 * 50);
	CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), HZ / 50);
}
