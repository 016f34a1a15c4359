/* SPDX-License-Identifier: MIT */
#include "hosted/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void hosted_fail(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	fputs("quietcore-hosted: ", stderr);
	vfprintf(stderr, text, args);
	fputc('\n', stderr);
	va_end(args);
	exit(2);
}
