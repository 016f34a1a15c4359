/* SPDX-License-Identifier: MIT */
/* Text over several lines. */
#include "bench/report/text.h"

#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"

size_t text_line(const char *text, size_t width)
{
	size_t length = strlen(text), at = width;

	if (length <= width)
		return length;
	while (at && text[at] != ' ')
		at--;
	return at ? at : width;
}

void text_print(const char *text, unsigned column, unsigned indent)
{
	unsigned columns, rows;
	size_t length;

	machine_screen(&columns, &rows);
	/* The last column stays free: some terminals break the line there. */
	for (columns--;; column = indent) {
		length = text_line(text, columns > column ? columns - column
							  : columns);
		print("%.*s\n", (int)length, text);
		for (text += length; *text == ' '; text++)
			;
		if (!*text)
			return;
		print("%*s", (int)indent, "");
	}
}
