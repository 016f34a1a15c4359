/* SPDX-License-Identifier: MIT */
#include "kernel/string.h"

#include <stdint.h>

/*
 * The compiler calls these for what it does not expand itself. String
 * instructions, so that it cannot find a loop here and call us for it.
 */
void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
	void *start = to;

	__asm__ volatile("rep movsb"
			 : "+D"(to), "+S"(from), "+c"(length) : : "memory");
	return start;
}

void *memset(void *to, int byte, size_t length)
{
	void *start = to;

	__asm__ volatile("rep stosb"
			 : "+D"(to), "+c"(length) : "a"(byte) : "memory");
	return start;
}

void *memmove(void *to, const void *from, size_t length)
{
	uint8_t *last_to = (uint8_t *)to + length - 1;
	const uint8_t *last_from = (const uint8_t *)from + length - 1;

	if ((uintptr_t)to - (uintptr_t)from >= length)
		return memcpy(to, from, length);
	/* The target starts inside the source: from the end backwards. */
	__asm__ volatile("std\n\trep movsb\n\tcld"
			 : "+D"(last_to), "+S"(last_from), "+c"(length)
			 : : "memory");
	return to;
}

int memcmp(const void *a, const void *b, size_t length)
{
	const uint8_t *x = a, *y = b;

	for (size_t i = 0; i < length; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

size_t strlen(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	return length;
}

int strncmp(const char *a, const char *b, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (a[i] != b[i])
			return (uint8_t)a[i] < (uint8_t)b[i] ? -1 : 1;
		if (!a[i])
			break;
	}
	return 0;
}

int strcmp(const char *a, const char *b)
{
	return strncmp(a, b, PTRDIFF_MAX);
}
