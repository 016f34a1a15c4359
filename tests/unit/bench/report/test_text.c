/* SPDX-License-Identifier: MIT */
/* Numbers in the table never widen their column; trust labels have a rank. */
#include <string.h>

#include "bench/config/wrap.h"
#include "bench/report/text.h"
#include "bench/report/trust.h"
#include "tests/unit/test.h"

TEST(text_of_eight_numbers_in_one_sentence)
{
	const char *first = text_of(1000);

	for (unsigned i = 1; i < 8; i++)
		CHECK(text_of(2000) != first);
	CHECK_TEXT(first, "1.00");
}

TEST(text_numbers_read_as_people_write_them)
{
	CHECK_TEXT(text_of(0), "0.00");
	CHECK_TEXT(text_of(6124), "6.12");
	CHECK_TEXT(text_of(123456), "123.5");
	CHECK_TEXT(text_of(12345000), "12345");
	CHECK_TEXT(text_of(123456000), "123k");
	CHECK_TEXT(text_of(1234567000), "1.2M");
	CHECK_TEXT(text_of(45000000000), "45M");
	CHECK_TEXT(text_of(-700), "-0.70");
	CHECK_TEXT(text_of(-4), "0.00");
	CHECK_TEXT(text_of(-123444), "-123");
	CHECK_TEXT(text_of(TEXT_NULL), "-");
}

TEST(text_numbers_fit_five_columns)
{
	for (int64_t v = 1; v > 0 && v < INT64_MAX / 11; v = v * 11 / 10 + 1)
		CHECK(strlen(text_of(v)) <= 5);
}

TEST(text_lines_end_at_blanks)
{
	CHECK_EQUAL(wrap_line("one two three", 80), 13);
	CHECK_EQUAL(wrap_line("one two three", 13), 13);
	CHECK_EQUAL(wrap_line("one two three", 12), 7);
	CHECK_EQUAL(wrap_line("one two three", 7), 7);
	CHECK_EQUAL(wrap_line("one two three", 6), 3);
	CHECK_EQUAL(wrap_line("one two three", 2), 2);
	CHECK_EQUAL(wrap_line("", 5), 0);
}

TEST(trust_the_lesser_counts)
{
	CHECK_TEXT(trust_lesser("metal", "tcg"), "tcg");
	CHECK_TEXT(trust_lesser("tcg", "metal"), "tcg");
	CHECK_TEXT(trust_lesser("tcg", ""), "tcg");
	CHECK_TEXT(trust_lesser("tcg-icount", "tcg"), "tcg");
	CHECK_TEXT(trust_lesser("kvm", "nonsense"), "kvm");
}

TEST(trust_emulators_are_emulated_and_so_is_the_unknown)
{
	CHECK(trust_emulated("tcg") && trust_emulated("tcg-icount"));
	CHECK(trust_emulated("bochs") && trust_emulated("kvm-emulated"));
	CHECK(trust_emulated("nonsense"));
	CHECK(!trust_emulated("metal") && !trust_emulated("kvm"));
}
