/* SPDX-License-Identifier: MIT */
#include "kernel/options.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

OPTION_FLAG(opt_flag, "t-flag", "a flag");
OPTION_NUMBER(opt_number, "t-number", 5, 1, 100, "a number");
OPTION_NUMBER(opt_wide, "t-wide", 0, 0, UINT64_MAX, "any number");
OPTION_NUMBER_OR(opt_or, "t-or", 3, 1, 9, "raw", "a number or raw");
OPTION_TEXT(opt_text, "t-text", "none", "a text");
OPTION_CHOICE(opt_fruit, "fruit", "fig", "fig pear plum", "a fruit");

static char line[512];
static char complaints[4096];

static void complain(const char *word, const char *reason)
{
	size_t length = strlen(complaints);

	snprintf(complaints + length, sizeof(complaints) - length, "%s: %s\n",
		 word, reason);
}

static unsigned parse(const char *text)
{
	complaints[0] = 0;
	snprintf(line, sizeof(line), "%s", text);
	return options_parse(line, complain);
}

TEST(options_defaults)
{
	CHECK_EQUAL(parse(""), 0);
	CHECK_EQUAL(parse(" \t "), 0);
	CHECK_EQUAL(opt_flag.number, 0);
	CHECK_EQUAL(opt_number.number, 5);
	CHECK_TEXT(opt_text.text, "none");
	CHECK(!opt_flag.given && !opt_number.given && !opt_text.given);
}

TEST(options_are_taken)
{
	CHECK_EQUAL(parse("  t-flag\tt-number=17 \n t-text=a=b\r"), 0);
	CHECK_TEXT(complaints, "");
	CHECK_EQUAL(opt_flag.number, 1);
	CHECK_EQUAL(opt_number.number, 17);
	CHECK_TEXT(opt_text.text, "a=b");
	CHECK(opt_flag.given && opt_number.given && opt_text.given);
	CHECK(!opt_wide.given);
}

TEST(options_later_word_wins)
{
	CHECK_EQUAL(parse("t-number=2 t-text=x t-number=3 t-text="), 0);
	CHECK_EQUAL(opt_number.number, 3);
	CHECK_TEXT(opt_text.text, "");
}

TEST(options_numbers)
{
	static const struct { const char *text; uint64_t value; } good[] = {
		{ "t-wide=0", 0 }, { "t-wide=0x3f8", 0x3F8 },
		{ "t-wide=0x3F8", 0x3F8 }, { "t-wide=007", 7 },
		{ "t-wide=0xabcdef", 0xABCDEF },
		{ "t-wide=0xABCDEF", 0xABCDEF },
		{ "t-wide=18446744073709551615", UINT64_MAX },
		{ "t-wide=0xffffffffffffffff", UINT64_MAX },
	};
	static const char *const bad[] = {
		"t-wide", "t-wide=", "t-wide=0x", "t-wide=12a", "t-wide=-1",
		"t-wide=1.5", "t-wide=0xg", "t-wide=0x:", "t-wide=0x@",
		"t-wide=0xG", "t-wide=0x`", "t-wide=+1", "t-wide=0X1",
	};

	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		CHECK_EQUAL(parse(good[i].text), 0);
		CHECK_EQUAL(opt_wide.number, good[i].value);
	}
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char wanted[128];

		opt_wide.number = 42;
		CHECK_EQUAL(parse(bad[i]), 1);
		CHECK_EQUAL(opt_wide.number, 42);
		snprintf(wanted, sizeof(wanted), "%s: a whole number is "
			 "needed, 0 to 18446744073709551615\n", bad[i]);
		CHECK_TEXT(complaints, wanted);
	}
}

TEST(options_bounds)
{
	CHECK_EQUAL(parse("t-number=1"), 0);
	CHECK_EQUAL(parse("t-number=100"), 0);
	CHECK_EQUAL(parse("t-number=0"), 1);
	CHECK_TEXT(complaints, "t-number=0: at least 1\n");
	CHECK_EQUAL(parse("t-number=101"), 1);
	CHECK_TEXT(complaints, "t-number=101: at most 100\n");
	CHECK_EQUAL(opt_number.number, 100);
}

TEST(options_more_than_64_bits_is_too_much_not_no_number)
{
	CHECK_EQUAL(parse("t-number=18446744073709551617"), 1);
	CHECK_TEXT(complaints, "t-number=18446744073709551617: at most 100\n");
	CHECK_EQUAL(parse("t-wide=18446744073709551616"), 1);
	CHECK_TEXT(complaints, "t-wide=18446744073709551616: at most "
		   "18446744073709551615\n");
	CHECK_EQUAL(parse("t-wide=0x10000000000000000"), 1);
}

TEST(options_know_what_they_are_without_a_word)
{
	CHECK_EQUAL(parse("t-number=44 t-text=other fruit=plum"), 0);
	CHECK_EQUAL(opt_number.number_absent, 5);
	CHECK_TEXT(opt_text.text_absent, "none");
	CHECK_TEXT(opt_fruit.text_absent, "fig");
}

/* Of all there are: other tests' files bring options of their own. */
static char there[512];

static void add_name(const struct option *option)
{
	strcat(strcat(there, " "), option->name);
}

TEST(options_bad_words_do_not_stop_others)
{
	char wanted[4096];

	options_list(add_name);
	CHECK(strstr(there, " fruit ") && strstr(there, " t-flag t-number t-or"));
	CHECK_EQUAL(parse("t-what t-number=9 =x t-flag=1 t-text t-flagg "
			  "T-FLAG= t-number=8"), 6);
	snprintf(wanted, sizeof(wanted),
		 "t-what: no option is called 't-what'; there are:%s\n"
		 "=x: no option is called ''; there are:%s\n"
		 "t-flag=1: takes no value\n"
		 "t-text: a value is needed, after a '='\n"
		 "t-flagg: no option is called 't-flagg' (did you mean "
		 "'t-flag'?); there are:%s\n"
		 "T-FLAG=: no option is called 'T-FLAG' (did you mean "
		 "'t-flag'?); there are:%s\n", there, there, there, there);
	CHECK_TEXT(complaints, wanted);
	CHECK_EQUAL(opt_number.number, 8);
	CHECK(!opt_flag.given && !opt_text.given);
}

static void show(const struct option *option)
{
	if (!strncmp(option->name, "t-", 2))
		complain(option->name, option->help);
}

TEST(options_list_is_sorted)
{
	options_list(show);
	CHECK_TEXT(complaints, "t-flag: a flag\nt-number: a number\n"
		   "t-or: a number or raw\n"
		   "t-text: a text\nt-wide: any number\n");
}

/* ---- choices ----------------------------------------------------------- */

static char last_reason[128];

static void note_reason(const char *word, const char *reason)
{
	(void)word;
	snprintf(last_reason, sizeof(last_reason), "%s", reason);
}

TEST(options_a_choice_takes_its_words_and_no_other)
{
	char good[] = "fruit=pear", cut[] = "fruit=plu", none[] = "fruit=",
	     two[] = "fruit=pear plum", last[] = "fruit=plum";

	CHECK_TEXT(opt_fruit.text, "fig");
	CHECK_EQUAL(options_parse(good, note_reason), 0);
	CHECK_TEXT(opt_fruit.text, "pear");
	CHECK_EQUAL(options_parse(cut, note_reason), 1);
	CHECK_TEXT(last_reason, "one of these is needed: fig pear plum (did "
		   "you mean 'plum'?)");
	CHECK_TEXT(opt_fruit.text, "pear");
	CHECK_EQUAL(options_parse(none, note_reason), 1);
	CHECK_TEXT(last_reason, "one of these is needed: fig pear plum");
	CHECK_EQUAL(options_parse(two, note_reason), 1);
	CHECK_EQUAL(options_parse(last, note_reason), 0);
	CHECK_TEXT(opt_fruit.text, "plum");
}

TEST(options_number_or_a_word)
{
	CHECK_EQUAL(parse("t-or=raw"), 0);
	CHECK_TEXT(opt_or.text, "raw");
	CHECK_EQUAL(opt_or.number, 3);
	CHECK(!opt_or.given);
	CHECK_EQUAL(parse("t-or=7"), 0);
	CHECK_EQUAL(opt_or.number, 7);
	CHECK_EQUAL(parse("t-or=rawer"), 1);
	CHECK_TEXT(complaints, "t-or=rawer: a whole number is needed, 1 to 9 "
		   "or raw\n");
	CHECK_EQUAL(parse("t-or=10"), 1);
}
