/* SPDX-License-Identifier: MIT */
/* bench/report/series_record.c: every row once, in order, in lines that fit. */
#include "bench/report/series_record.h"

#include <stdio.h>
#include <string.h>

#include "bench/report/record.h"
#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/json.h"
#include "tests/unit/test.h"

static void row(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	value[0] = index;
	value[1] = 1500 - (int64_t)index * 1000;
}

static const struct series_column columns[] = {
	{ "row", false }, { "ticks", true }, { NULL, false } };

static const struct series_record two_columns = {
	.key = { "line", "all", 2, NULL }, .unit = "ticks",
	.columns = columns, .row = row };

TEST(series_of_few_rows_is_one_line)
{
	struct series_record s = two_columns;

	s.rows = 3;
	record_series(&s);
	CHECK_EQUAL(fake.records, 1);
	CHECK(!strstr(fake.record[0], "\"part\""));
	CHECK(strstr(fake.record[0], "\"variant\":\"all\",\"cores\":2,\"params\":{},\"unit\":\"ticks\","
		     "\"columns\":[\"row\",\"ticks\"],"
		     "\"rows\":[[0,1.5],[1,0.5],[2,-0.5]]"));
}

TEST(series_without_rows_is_a_line)
{
	record_series(&two_columns);
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], "\"rows\":[]"));
}

TEST(series_of_many_rows_is_parted_and_loses_none)
{
	struct series_record s = two_columns;
	char start[32];

	s.rows = 250;
	record_series(&s);
	CHECK_EQUAL(fake.records, 3);
	for (unsigned part = 0; part < 3; part++) {
		CHECK(json_is_object(fake.record[part]));
		CHECK(strlen(fake.record[part]) < LOG_LINE_MAX);
		snprintf(start, sizeof(start), "\"rows\":[[%u,", part * 100);
		CHECK(strstr(fake.record[part], start));
	}
	CHECK(strstr(fake.record[0], "\"part\":1,\"parts\":3"));
	CHECK(strstr(fake.record[0], "[99,"));
	CHECK(!strstr(fake.record[0], "[100,"));
	CHECK(strstr(fake.record[2], "[249,"));
}

static void nothing_but(const void *of)
{
	log_text("of", of);
}

TEST(series_thins_only_what_may_be_thinned)
{
	struct series_record s = two_columns;

	fake.log_pace = 11520; /* a serial line's */
	s.rows = 100;
	s.fields = nothing_but;
	s.of = "this";
	record_series(&s);
	CHECK(!strstr(fake.record[0], "\"thinned\""));
	s.thin = true;
	record_series(&s);
	CHECK(strstr(fake.record[fake.records - 1], "\"of\":\"this\","
		     "\"thinned\""));
	CHECK(strstr(fake.record[fake.records - 1], "[0,1.5],[7,"));
	CHECK(strstr(fake.record[fake.records - 1], "[99,"));
}

static void widest(const void *of, unsigned index, int64_t *value)
{
	(void)of;
	(void)index;
	for (unsigned i = 0; i < SERIES_WIDTH_MOST; i++)
		value[i] = -10000000000000; /* an hour and more */
}

TEST(series_of_the_widest_rows_fits_its_lines)
{
	struct series_column wide[SERIES_WIDTH_MOST + 1] = { { NULL, false } };
	struct series_record s = two_columns;

	for (unsigned i = 0; i < SERIES_WIDTH_MOST; i++)
		wide[i].name = "a_column_of_that_name";
	s.columns = wide;
	s.row = widest;
	s.rows = 40;
	record_series(&s);
	CHECK_EQUAL(fake.records, 4);
	for (unsigned i = 0; i < fake.records; i++)
		CHECK(json_is_object(fake.record[i]));
}
