/* SPDX-License-Identifier: MIT */
/*
 * Formatting into a bounded buffer. Pure; any core, any context.
 *
 * Knows %% %c %s %u %d %x %p with l, ll and z lengths, a field width, `-`
 * (left), `0` (zeros) and a precision for %s; a width or precision may be `*`.
 * %p prints 0x and sixteen digits. Anything else prints the directive itself
 * and all that follows it as they stand, so that a mistake shows and reads no
 * wrong argument. The image knows no floating point: decimals are counts of
 * thousandths, printed by format_milli().
 */
#ifndef KERNEL_FORMAT_H
#define KERNEL_FORMAT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Writes at most size - 1 characters and a NUL (size 0 writes nothing).
 * Returns the length the whole text has; >= size means it was cut.
 */
size_t format(char *buffer, size_t size, const char *text, ...)
	__attribute__((format(__printf__, 3, 4)));
size_t format_v(char *buffer, size_t size, const char *text, va_list args);

/*
 * Thousandths rounded to what the log keeps of a number: at least four digits,
 * no more decimals than that takes, halves away from zero. The rest of a large
 * figure is noise, and a serial line is slow.
 */
int64_t format_four_digits(int64_t thousandths);

#define FORMAT_MILLI_MAX 24 /* bytes that any format_milli() needs */

/*
 * A signed number of thousandths as a decimal with no more digits than it
 * needs: 3000 is "3", 3500 "3.5", -125 "-0.125". Returns buffer.
 */
char *format_milli(char buffer[FORMAT_MILLI_MAX], int64_t thousandths);

/* What makes a noun fit the number before it: "" after 1, else "s". */
static inline const char *format_s(unsigned long number)
{
	return number == 1 ? "" : "s";
}

#endif
