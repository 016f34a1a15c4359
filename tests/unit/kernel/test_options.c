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
	return options_parse(strdup(text), complain); /* they keep parts of it */
}

/* What each has now; a star where it was given. */
static const char *have(void)
{
	static char text[256];

	snprintf(text, sizeof(text),
		 "flag %u%s number %u%s wide %lx%s or %u %s%s text %s%s "
		 "fruit %s%s",
		 (unsigned)opt_flag.number, opt_flag.given ? "*" : "",
		 (unsigned)opt_number.number, opt_number.given ? "*" : "",
		 (unsigned long)opt_wide.number, opt_wide.given ? "*" : "",
		 (unsigned)opt_or.number, opt_or.text,
		 opt_or.given ? "*" : "",
		 opt_text.text, opt_text.given ? "*" : "",
		 opt_fruit.text, opt_fruit.given ? "*" : "");
	return text;
}

#define ABSENT "flag 0 number 5 wide 0 or 3  text none fruit fig"
#define A_NUMBER ": a whole number is needed, "
#define ANY A_NUMBER "0 to 18446744073709551615\n"
#define A_FRUIT "one of these is needed: fig pear plum"

/* Each with what came before it: a word that is not taken changes nothing. */
static const struct { const char *words, *complaints, *have; } lines[] = {
	{ "", "", ABSENT },
	{ " \t ", "", ABSENT },
	{ "t-number=0", "t-number=0: at least 1\n", ABSENT },
	{ "t-number=101", "t-number=101: at most 100\n", ABSENT },
	{ "t-number=18446744073709551617", /* too much, not no number */
	  "t-number=18446744073709551617: at most 100\n", ABSENT },
	{ "t-wide=18446744073709551616",
	  "t-wide=18446744073709551616: at most 18446744073709551615\n", ABSENT },
	{ "t-wide=0x10000000000000000",
	  "t-wide=0x10000000000000000: at most 18446744073709551615\n", ABSENT },
	{ "t-wide t-wide= t-wide=0x t-wide=12a t-wide=-1",
	  "t-wide" ANY "t-wide=" ANY "t-wide=0x" ANY "t-wide=12a" ANY
	  "t-wide=-1" ANY, ABSENT },
	{ "t-wide=1.5 t-wide=0xg t-wide=0x: t-wide=0x@ t-wide=0xG",
	  "t-wide=1.5" ANY "t-wide=0xg" ANY "t-wide=0x:" ANY "t-wide=0x@" ANY
	  "t-wide=0xG" ANY, ABSENT },
	{ "t-wide=0x` t-wide=+1 t-wide=0X1",
	  "t-wide=0x`" ANY "t-wide=+1" ANY "t-wide=0X1" ANY, ABSENT },
	{ "t-or=rawer t-or=10", "t-or=rawer" A_NUMBER "1 to 9 or raw\n"
	  "t-or=10: at most 9\n", ABSENT },
	{ "t-flag=1 t-text", "t-flag=1: takes no value\n"
	  "t-text: a value is needed, after a '='\n", ABSENT },
	{ "fruit=plu fruit= fruit", "fruit=plu: " A_FRUIT
	  " (did you mean 'plum'?)\nfruit=: " A_FRUIT "\nfruit: " A_FRUIT "\n",
	  ABSENT },
	{ "t-wide=0", "", "flag 0 number 5 wide 0* or 3  text none fruit fig" },
	{ "t-wide=0x3f8", "",
	  "flag 0 number 5 wide 3f8* or 3  text none fruit fig" },
	{ "t-wide=0x3F9", "",
	  "flag 0 number 5 wide 3f9* or 3  text none fruit fig" },
	{ "t-wide=007", "",
	  "flag 0 number 5 wide 7* or 3  text none fruit fig" },
	{ "t-wide=0xabcdef", "",
	  "flag 0 number 5 wide abcdef* or 3  text none fruit fig" },
	{ "t-wide=0xABCDEE", "",
	  "flag 0 number 5 wide abcdee* or 3  text none fruit fig" },
	{ "t-wide=18446744073709551615", "",
	  "flag 0 number 5 wide ffffffffffffffff* or 3  text none fruit fig" },
	{ "t-wide=1 t-wide=0xffffffffffffffff", "", /* a later word wins */
	  "flag 0 number 5 wide ffffffffffffffff* or 3  text none fruit fig" },
	{ "t-number=1 t-wide=9 t-or=raw", "",
	  "flag 0 number 1* wide 9* or 3 raw text none fruit fig" },
	{ "  t-flag\tt-number=100 \n t-text=a=b\rt-or=7", "",
	  "flag 1* number 100* wide 9* or 7 raw* text a=b* fruit fig" },
	{ "t-text=x fruit=pear t-text= t-number=3 fruit=plum", "",
	  "flag 1* number 3* wide 9* or 7 raw* text * fruit plum*" },
};

TEST(options_take_words_and_say_why_they_do_not)
{
	EACH_ROW(i, lines) {
		unsigned bad = 0;

		for (const char *c = lines[i].complaints; *c; c++)
			bad += *c == '\n';
		CHECK_EQUAL(parse(lines[i].words), bad);
		CHECK_TEXT(complaints, lines[i].complaints);
		CHECK_TEXT(have(), lines[i].have);
	}
	CHECK_EQUAL(opt_number.number_absent, 5); /* they know it all the same */
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
	CHECK_EQUAL(parse("t-what t-number=9 =x t-flagg T-FLAG= t-number=8"), 4);
	snprintf(wanted, sizeof(wanted),
		 "t-what: no option is called 't-what'; there are:%s\n"
		 "=x: no option is called ''; there are:%s\n"
		 "t-flagg: no option is called 't-flagg' (did you mean "
		 "'t-flag'?); there are:%s\n"
		 "T-FLAG=: no option is called 'T-FLAG' (did you mean "
		 "'t-flag'?); there are:%s\n", there, there, there, there);
	CHECK_TEXT(complaints, wanted);
	CHECK_EQUAL(opt_number.number, 8);
}

TEST(options_a_choice_is_one_word)
{
	char two[] = "fruit=pear plum";

	CHECK_EQUAL(options_parse(two, complain), 1);
	CHECK_TEXT(opt_fruit.text, "pear");
}
