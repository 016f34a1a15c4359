/* SPDX-License-Identifier: MIT */
#include "bench/config/wrap.h"

#include "kernel/print.h"
#include "kernel/string.h"

size_t wrap_line(const char *text, size_t width)
{
	size_t length = strlen(text), at = width;

	if (length <= width)
		return length;
	while (at && text[at] != ' ')
		at--;
	return at ? at : width;
}

void wrap_print(const char *text, unsigned column, unsigned indent)
{
	unsigned columns, rows;
	size_t length;

	machine_screen(&columns, &rows);
	/* The last column stays free: some terminals break the line there. */
	for (columns--;; column = indent) {
		length = wrap_line(text, columns > column ? columns - column
							  : columns);
		print("%.*s\n", (int)length, text);
		for (text += length; *text == ' '; text++)
			;
		if (!*text)
			return;
		print("%*s", (int)indent, "");
	}
}
