/* SPDX-License-Identifier: MIT */
/* How a number reads in a table. Core 0, never inside a measurement. */
#ifndef BENCH_REPORT_TEXT_H
#define BENCH_REPORT_TEXT_H

#include <stdint.h>

#include "kernel/ticks.h"

#define TEXT_NUMBER_MAX 24

/*
 * A number of thousandths in at most five columns: 6.12, 123.4, 12345, 123k,
 * 1.2M, 45G, -0.70, -123; "-" for TEXT_NULL. It is rounded as the log rounds it
 * (format_four_digits()), then to its columns, halves away from zero: so a table
 * made of the log has the same text. Below -999T it is longer. Returns buffer.
 */
#define TEXT_NULL INT64_MAX
char *text_number(char buffer[TEXT_NUMBER_MAX], int64_t thousandths);

/* The same in one of eight buffers that take turns: good until the eighth call
 * after it. Core 0. */
const char *text_of(int64_t thousandths);

/* Milliseconds of so many ticks, in thousandths; TEXT_NULL where no clock
 * tells. */
static inline int64_t text_ms(int64_t ticks)
{
	return ticks_known() ? us_of_ticks(ticks) : TEXT_NULL;
}

#endif
