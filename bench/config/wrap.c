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

/* The length of the text's first line, from that column on; *rest gets what
 * follows it. */
static size_t first_line(const char *text, unsigned column, const char **rest)
{
	unsigned columns, rows;
	size_t length;

	machine_screen(&columns, &rows);
	columns--; /* stays free: some terminals break the line there */
	length = wrap_line(text, columns > column ? columns - column : columns);
	for (*rest = text + length; **rest == ' '; (*rest)++)
		;
	return length;
}

void wrap_print(const char *text, unsigned column, unsigned indent)
{
	for (const char *rest;; text = rest, column = indent) {
		size_t length = first_line(text, column, &rest);

		print("%.*s\n", (int)length, text);
		if (!*rest)
			return;
		print("%*s", (int)indent, "");
	}
}
