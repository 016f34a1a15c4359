/* SPDX-License-Identifier: MIT */
/* bench/list.c: what people read of an option, however long its text is. */
#define list_all apart_list_all
#define list_options apart_list_options
#include "bench/list.c"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static const char *shown(const struct option *option)
{
	fake.text_length = 0;
	fake.columns = 1000; /* on one line */
	show_option(option);
	fake.text[fake.text_length - 1] = 0; /* its line feed */
	return fake.text + SUMMARY_COLUMN;
}

TEST(list_of_options_says_what_may_be_given)
{
	CHECK_TEXT(shown(&(struct option){
		.name = "n", .help = "a number", .kind = OPTION_KIND_NUMBER,
		.least = 1, .most = 9, .number_absent = 1 }),
		"a number (1 to 9; 1 when absent)");
	CHECK_TEXT(shown(&(struct option){
		.name = "n", .help = "a number", .kind = OPTION_KIND_NUMBER,
		.least = 1, .most = 9 }), "a number (1 to 9)");
	CHECK_TEXT(shown(&(struct option){
		.name = "c", .help = "a choice", .kind = OPTION_KIND_CHOICE,
		.choices = "on off", .text_absent = "on" }),
		"a choice (on off; on when absent)");
	CHECK_TEXT(shown(&(struct option){
		.name = "t", .help = "a text", .kind = OPTION_KIND_TEXT }),
		"a text");
}

TEST(list_of_options_cuts_a_text_that_is_too_long)
{
	char help[2 * SUMMARY_MAX];

	memset(help, 'x', sizeof(help));
	for (size_t length = SUMMARY_MAX - 8; length < sizeof(help);
	     length += 8) {
		struct option option = {
			.name = "n", .help = help, .least = 1, .most = 9,
			.kind = OPTION_KIND_NUMBER, .number_absent = 5 };

		help[length] = 0;
		CHECK_EQUAL(strlen(shown(&option)), SUMMARY_MAX - 1);
		help[length] = 'x';
	}
}
