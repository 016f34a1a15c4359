/* SPDX-License-Identifier: MIT */
#include "bench/stats/break_even.h"

#define MILLI 1000

/* Where two straight lines meet between two points: `before` is how far b is
 * above a at the first one (> 0), `after` how far below at the second (>= 0).
 */
static int64_t meeting(uint64_t first, uint64_t second, int64_t before,
		       int64_t after)
{
	int64_t width = (int64_t)(second - first) * MILLI;

	/* A part of the width in 2^20ths: the product stays within 64 bits. */
	int64_t part = before * (1 << 20) / (before + after);

	return (int64_t)first * MILLI + width * part / (1 << 20);
}

/* Before the point `from`, the first one at which b is no larger. */
static int64_t met_before(const uint64_t *x, const int64_t *a, const int64_t *b,
			  unsigned from)
{
	if (!from)
		return (int64_t)x[0] * MILLI;
	return meeting(x[from - 1], x[from], b[from - 1] - a[from - 1],
		       a[from] - b[from]);
}

bool break_even(const uint64_t *x, const int64_t *a, const int64_t *b,
		unsigned points, int64_t *at_milli)
{
	unsigned from = points;

	while (from && b[from - 1] <= a[from - 1])
		from--;
	if (from == points)
		return false;
	*at_milli = met_before(x, a, b, from);
	return true;
}

bool break_even_first(const uint64_t *x, const int64_t *a, const int64_t *b,
		      unsigned points, int64_t *at_milli)
{
	unsigned from = 0;

	while (from < points && b[from] > a[from])
		from++;
	if (from == points)
		return false;
	*at_milli = met_before(x, a, b, from);
	return true;
}
