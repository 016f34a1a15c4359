/* SPDX-License-Identifier: MIT */
#include "bench/text.h"

#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/string.h"

/* A way to write a number: what its last digit is worth, in thousandths, and
 * the largest count of those that takes five columns, with a minus and without.
 * The last way takes any number. */
static const struct form {
	uint64_t digit;
	unsigned split; /* so many of them make a whole; 1: no decimals */
	const char *letter;
	uint64_t most, most_negative;
} forms[] = {
	{ 10, 100, "", 999, 999 },
	{ 100, 10, "", 9999, 999 },
	{ 1000, 1, "", 99999, 9999 },
	{ 1000ull * 1000, 1, "k", 999, 999 },
	{ 100ull * 1000 * 1000, 10, "M", 99, 99 },
	{ 1000ull * 1000 * 1000, 1, "M", 999, 999 },
	{ 100ull * 1000 * 1000 * 1000, 10, "G", 99, 99 },
	{ 1000ull * 1000 * 1000 * 1000, 1, "G", 999, 999 },
	{ 100ull * 1000 * 1000 * 1000 * 1000, 10, "T", 99, 99 },
	{ 1000ull * 1000 * 1000 * 1000 * 1000, 1, "T", UINT64_MAX, UINT64_MAX },
};

char *text_number(char buffer[TEXT_NUMBER_MAX], int64_t thousandths)
{
	int64_t kept = format_four_digits(thousandths);
	uint64_t size = kept < 0 ? -(uint64_t)kept : (uint64_t)kept, count;
	const struct form *f = forms;
	size_t at;

	if (thousandths == TEXT_NULL) {
		format(buffer, TEXT_NUMBER_MAX, "-");
		return buffer;
	}
	while ((count = (size + f->digit / 2) / f->digit) >
	       (kept < 0 ? f->most_negative : f->most))
		f++;
	at = format(buffer, TEXT_NUMBER_MAX, "%s%lu", kept < 0 && count ? "-"
		    : "", count / f->split);
	if (f->split > 1)
		at += format(buffer + at, TEXT_NUMBER_MAX - at, ".%0*lu",
			     f->split == 100 ? 2 : 1, count % f->split);
	format(buffer + at, TEXT_NUMBER_MAX - at, "%s", f->letter);
	return buffer;
}

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
