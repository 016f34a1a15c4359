/* SPDX-License-Identifier: MIT */
/* hosted/arguments.c: which words are the program's own, and which options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static jmp_buf failed;
static char reason[128];

#define qc_options apart_options
#define hosted_fail arguments_fail_apart
#define arguments_read arguments_apart
#include "hosted/arguments.c"

_Noreturn void arguments_fail_apart(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	vsnprintf(reason, sizeof(reason), text, args);
	va_end(args);
	longjmp(failed, 1);
}

static struct arguments got;

/* False where it fails, for a reason. */
static bool take(int count, ...)
{
	char *words[8] = { "program" };
	va_list args;

	va_start(args, count);
	for (int i = 1; i <= count; i++)
		words[i] = va_arg(args, char *);
	va_end(args);
	if (setjmp(failed))
		return false;
	arguments_apart(&got, count + 1, words);
	return true;
}

TEST(arguments_are_options_with_and_without_dashes)
{
	CHECK(take(3, "bench=lock", "--rounds=3", "list"));
	CHECK_TEXT(got.command_line, "bench=lock rounds=3 list");
	CHECK(!got.help && !got.version && !got.list && !got.log);
	CHECK(take(2, "--list", "bench=lock"));
	CHECK_TEXT(got.command_line, "list bench=lock");
	CHECK(got.list);
	CHECK(take(0));
	CHECK_TEXT(got.command_line, "");
}

TEST(arguments_ask_for_help_and_version)
{
	CHECK(take(1, "-h") && got.help && !got.version);
	CHECK(take(1, "--help") && got.help);
	CHECK(take(1, "help") && got.help);
	CHECK(take(1, "--version") && got.version && !got.help);
	CHECK_TEXT(got.command_line, "");
}

TEST(arguments_name_a_log_in_one_word_or_two)
{
	CHECK(take(3, "--log", "a.log", "probe"));
	CHECK_TEXT(got.log, "a.log");
	CHECK_TEXT(got.command_line, "probe");
	CHECK(take(2, "log=b.log", "probe"));
	CHECK_TEXT(got.log, "b.log");
	CHECK(take(1, "--log=c.log"));
	CHECK_TEXT(got.log, "c.log");
	CHECK(take(2, "probe", "--log")); /* the program complains of it */
	CHECK_TEXT(got.log, NULL);
	CHECK_TEXT(got.command_line, "probe log");
}

TEST(arguments_that_are_too_long_are_refused)
{
	static char word[ARGUMENTS_MAX + 1];

	memset(word, 'x', ARGUMENTS_MAX);
	CHECK(!take(1, word));
	CHECK_TEXT(reason, "the options are longer than 2047 characters");
	word[ARGUMENTS_MAX - 1] = 0;
	CHECK(take(1, word));
	CHECK_TEXT(got.command_line, word);
	word[ARGUMENTS_MAX - 3] = 0;
	CHECK(take(2, word, "y"));
	CHECK_EQUAL(strlen(got.command_line), ARGUMENTS_MAX - 1);
	CHECK(!take(2, word, "yz"));
}
