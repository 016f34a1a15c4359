/* SPDX-License-Identifier: MIT */
/*
 * Where one measured curve falls below another.
 * Curves are given at the same ascending points and are straight in between.
 * Pure; values below 2^40.
 */
#ifndef BENCH_STATS_BREAK_EVEN_H
#define BENCH_STATS_BREAK_EVEN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The least x, in thousandths, from which on b is no larger than a at every
 * point that follows. False where b is the larger one at the last point (or
 * there is none): it never pays, as far as was measured.
 */
bool break_even(const uint64_t *x, const int64_t *a, const int64_t *b,
		unsigned points, int64_t *at_milli);

/* The same where b is no larger than a for the first time, whatever follows. */
bool break_even_first(const uint64_t *x, const int64_t *a, const int64_t *b,
		      unsigned points, int64_t *at_milli);

#endif
