/* SPDX-License-Identifier: MIT */
/* How text for people looks. Core 0, never inside a measurement. */
#ifndef BENCH_TEXT_H
#define BENCH_TEXT_H

#include <stdint.h>

#define TEXT_NUMBER_MAX 24

/*
 * A number of thousandths in at most five columns: 6.12, 123.4, 12345, 123k,
 * 1.2M, 45G; "-" for TEXT_NULL. Returns buffer.
 */
#define TEXT_NULL INT64_MAX
char *text_number(char buffer[TEXT_NUMBER_MAX], int64_t thousandths);

#endif
