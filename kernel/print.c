/* SPDX-License-Identifier: MIT */
#include "kernel/print.h"

#include "kernel/format.h"

void print(const char *text, ...)
{
	char line[512];
	va_list args;

	va_start(args, text);
	size_t length = format_v(line, sizeof(line), text, args);
	va_end(args);
	machine_text(line, length < sizeof(line) ? length : sizeof(line) - 1);
}
