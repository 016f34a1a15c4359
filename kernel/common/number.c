/* SPDX-License-Identifier: MIT */
#include "kernel/common/number.h"

#include <stddef.h>

/* The value of a digit; more than any base where it is none. */
static unsigned digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

const char *number_read(const char *text, uint64_t *value)
{
	unsigned base = 10, digit;
	const char *start;

	if (text[0] == '0' && text[1] == 'x') {
		base = 16;
		text += 2;
	}
	start = text;
	for (*value = 0; (digit = digit_of(*text)) < base; text++) {
		if (*value > (UINT64_MAX - digit) / base)
			return NULL;
		*value = *value * base + digit;
	}
	return text > start ? text : NULL;
}
