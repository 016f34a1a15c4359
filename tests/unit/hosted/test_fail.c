/* SPDX-License-Identifier: MIT */
/* hosted/fail.c: what is said, and the status it leaves with. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test.h"

static FILE *said_to;
static jmp_buf left;

static _Noreturn void leave(int status)
{
	longjmp(left, 100 + status);
}

#undef stderr
#define stderr said_to
#define exit leave
#define hosted_fail fail_apart
#include "hosted/fail.c"

TEST(fail_says_why_and_leaves_with_status_2)
{
	static char *text;
	static size_t length;
	int status;

	said_to = open_memstream(&text, &length);
	status = setjmp(left);
	if (!status)
		fail_apart("no %s of %d", "file", 3);
	fclose(said_to);
	CHECK_EQUAL(status, 102);
	CHECK_TEXT(text, "quietcore-hosted: no file of 3\n");
	free(text);
}
