/* SPDX-License-Identifier: MIT */
/* hosted/arguments.c: which words are the program's own, and which options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static jmp_buf failed;
static char reason[128];

#define qc_options apart_options /* they are not among those of other tests */
#include "hosted/arguments.c"

_Noreturn void hosted_fail(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	vsnprintf(reason, sizeof(reason), text, args);
	va_end(args);
	longjmp(failed, 1);
}

/* Help, version, list; a log; the options. */
static const struct { char *words[5], *is; } lines[] = {
	{ { "bench=lock", "--rounds=3", "list" },
	  " -: bench=lock rounds=3 list" },
	{ { "--list", "bench=lock" }, "l -: list bench=lock" },
	{ { NULL }, " -: " }, { { "-h" }, "h -: " }, { { "--help" }, "h -: " },
	{ { "help" }, "h -: " }, { { "--version" }, "v -: " },
	{ { "--log", "a.log", "probe" }, " a.log: probe" },
	{ { "log=b.log", "probe" }, " b.log: probe" },
	{ { "--log=c.log" }, " c.log: " },
	{ { "probe", "--log" }, " -: probe log" }, /* it is complained of */
};

static int count(char *const *words)
{
	int words_there = 0;

	while (words[words_there])
		words_there++;
	return words_there;
}

/* True, unless it fails, for a reason. */
static bool take(struct arguments *got, char *const *given)
{
	char *words[8] = { "program" };

	memcpy(words + 1, given, (size_t)count(given) * sizeof(*given));
	if (setjmp(failed))
		return false;
	arguments_read(got, 1 + count(given), words);
	return true;
}

TEST(arguments_are_options_or_the_program_s_own)
{
	struct arguments got;
	char is[ARGUMENTS_MAX + 64];

	EACH_ROW(i, lines) {
		CHECK(take(&got, lines[i].words));
		snprintf(is, sizeof(is), "%s%s%s %s: %s", got.help ? "h" : "",
			 got.version ? "v" : "", got.list ? "l" : "",
			 got.log ? got.log : "-", got.command_line);
		CHECK_TEXT(is, lines[i].is);
	}
}

TEST(arguments_that_are_too_long_are_refused)
{
	static char word[ARGUMENTS_MAX + 1];
	struct arguments got;

	memset(word, 'x', ARGUMENTS_MAX);
	CHECK(!take(&got, (char *[]){ word, NULL }));
	CHECK_TEXT(reason, "the options are longer than 2047 characters");
	word[ARGUMENTS_MAX - 1] = 0;
	CHECK(take(&got, (char *[]){ word, NULL }));
	CHECK_TEXT(got.command_line, word);
	word[ARGUMENTS_MAX - 3] = 0;
	CHECK(take(&got, (char *[]){ word, "y", NULL }));
	CHECK_EQUAL(strlen(got.command_line), ARGUMENTS_MAX - 1);
	CHECK(!take(&got, (char *[]){ word, "yz", NULL }));
}
