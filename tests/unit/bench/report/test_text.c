/* SPDX-License-Identifier: MIT */
/* bench/report/{text,grid,trust,thin}.c: numbers never widen their column, columns
 * keep their widths, trust labels have a rank, and few rows go over a slow line
 * (kernel/serial/pace.c). */
#include "bench/report/text.h"

#include <string.h>

#include "bench/config/wrap.h"
#include "bench/report/grid.h"
#include "bench/report/thin.h"
#include "bench/report/trust.h"
#include "kernel/options.h"
#include "kernel/serial/pace.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(text_numbers_read_as_people_write_them)
{
	static const struct { int64_t milli; const char *text; } rows[] = {
		{ 0, "0.00" }, { 6124, "6.12" }, { 123456, "123.5" },
		{ 12345000, "12345" }, { 123456000, "123k" },
		{ 1234567000, "1.2M" }, { 45000000000, "45M" },
		{ -700, "-0.70" }, { -4, "0.00" }, { -123444, "-123" },
		{ TEXT_NULL, "-" },
	};
	const char *first = text_of(1000);

	for (unsigned i = 1; i < 8; i++) /* eight in one sentence */
		CHECK(text_of(2000) != first);
	CHECK_TEXT(first, "1.00");
	EACH_ROW(i, rows)
		CHECK_TEXT(text_of(rows[i].milli), rows[i].text);
	for (int64_t v = 1; v > 0 && v < INT64_MAX / 11; v = v * 11 / 10 + 1)
		CHECK(strlen(text_of(v)) <= 5);
}

TEST(text_lines_end_at_blanks)
{
	static const struct { unsigned columns, letters; } rows[] = {
		{ 80, 13 }, { 13, 13 }, { 12, 7 }, { 7, 7 }, { 6, 3 }, { 2, 2 },
	};

	EACH_ROW(i, rows)
		CHECK_EQUAL(wrap_line("one two three", rows[i].columns),
			    rows[i].letters);
	CHECK_EQUAL(wrap_line("", 5), 0);
}

TEST(trust_the_lesser_counts_and_the_unknown_is_emulated)
{
	static const struct { const char *one, *other, *lesser; } rows[] = {
		{ "metal", "tcg", "tcg" }, { "tcg", "metal", "tcg" },
		{ "tcg", "", "tcg" }, { "tcg-icount", "tcg", "tcg" },
		{ "kvm", "nonsense", "kvm" },
	};

	EACH_ROW(i, rows)
		CHECK_TEXT(trust_lesser(rows[i].one, rows[i].other),
			   rows[i].lesser);
	CHECK(trust_emulated("tcg") && trust_emulated("tcg-icount"));
	CHECK(trust_emulated("bochs") && trust_emulated("kvm-emulated"));
	CHECK(trust_emulated("nonsense"));
	CHECK(!trust_emulated("metal") && !trust_emulated("kvm"));
}

/* ---- columns ----------------------------------------------------------- */

TEST(grid_leaves_out_columns_beyond_its_most)
{
	grid_title("t");
	for (unsigned i = 0; i < GRID_COLUMNS_MOST + 1; i++)
		grid_column(2, "x");
	grid_row();
	CHECK_EQUAL(strlen(fake_printed()), strlen("\nt\n\n") +
		    2 * GRID_COLUMNS_MOST);
}

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

TEST(thin_follows_the_pace_or_the_option_and_warns_once)
{
	char thin[] = "series=thin", whole[] = "series=whole";

	fake.log_pace = 0; /* not known */
	CHECK_EQUAL(thin_rows(1000).step, 1);
	fake.log_pace = 500000;
	CHECK_EQUAL(thin_rows(1000).step, 1);
	fake.log_pace = 11520; /* 115,200 baud */
	CHECK_EQUAL(thin_rows(THIN_ROWS).step, 1);
	CHECK_EQUAL(fake.records, 0); /* nothing was left out */
	CHECK(thin_rows(1000).kept <= THIN_ROWS);
	CHECK(thin_rows(1000).step > 1);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake_last(), "\"code\":\"log_thinned\",\"text\":\"the line "
				  "takes 11520 bytes a second"));
	CHECK_EQUAL(options_parse(whole, NULL), 0);
	CHECK(!thin_wanted());
	fake.log_pace = 0;
	CHECK_EQUAL(options_parse(thin, NULL), 0);
	CHECK(thin_wanted());
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
TEST(pace_takes_no_notice_of_a_pause_and_follows_a_line_that_becomes_slow)
{
	struct pace pace = { 0 };

	for (unsigned i = 0; i < 200; i++)
		pace_add(&pace, 200, 200 * 100 + (i % 30 == 29 ? HZ : 0));
	CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), HZ / 100);
	for (unsigned i = 0; i < (PACE_WINDOWS + 2) * PACE_WINDOW / 200; i++)
		pace_add(&pace, 200, 200 * 5000);
	CHECK_EQUAL(pace_bytes_per_second(&pace, HZ), HZ / 5000);
}
