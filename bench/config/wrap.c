/* SPDX-License-Identifier: MIT */
#include "bench/config/wrap.h"

#include "kernel/format.h"
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

/* ---- a list on a line -------------------------------------------------- */

/* What listed_end() would add. */
static size_t write_rest(const struct listed *list, char *to, size_t size)
{
	unsigned left = list->all - list->shown;

	if (!left)
		return format(to, size, "%s", "");
	return format(to, size, "%s%u more", list->shown ? " and " : "", left);
}

void listed_add(struct listed *list, const char *name)
{
	const char *comma = list->shown ? ", " : "";
	size_t length = list->length + strlen(comma) + strlen(name);

	list->shown++;
	if (list->full ||
	    length + write_rest(list, NULL, 0) > list->columns) {
		list->shown--;
		list->full = true;
		return;
	}
	format(list->text + list->length, list->columns + 1 - list->length,
	       "%s%s", comma, name);
	list->length = length;
}

void listed_end(struct listed *list)
{
	list->length += write_rest(list, list->text + list->length,
				   list->columns + 1 - list->length);
}
