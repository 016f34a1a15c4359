/* SPDX-License-Identifier: MIT */
#include "bench/report/text.h"

#include "kernel/format.h"

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
	if (f->split != 1)
		at += format(buffer + at, TEXT_NUMBER_MAX - at, ".%0*lu",
			     f->split == 100 ? 2 : 1, count % f->split);
	format(buffer + at, TEXT_NUMBER_MAX - at, "%s", f->letter);
	return buffer;
}

const char *text_of(int64_t thousandths)
{
	static char buffer[8][TEXT_NUMBER_MAX];
	static unsigned next;

	return text_number(buffer[next++ % 8], thousandths);
}
