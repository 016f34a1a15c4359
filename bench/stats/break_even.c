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

bool break_even(const uint64_t *x, const int64_t *a, const int64_t *b,
		unsigned points, int64_t *at_milli)
{
	unsigned from = points;

	while (from && b[from - 1] <= a[from - 1])
		from--;
	if (from == points)
		return false;
	if (!from)
		*at_milli = (int64_t)x[0] * MILLI;
	else
		*at_milli = meeting(x[from - 1], x[from],
				    b[from - 1] - a[from - 1],
				    a[from] - b[from]);
	return true;
}

int64_t curve_at(const uint64_t *x, const int64_t *y, unsigned points,
		 int64_t at_milli)
{
	for (unsigned i = 0; i < points; i++) {
		int64_t here = (int64_t)x[i] * MILLI, before, part;

		if (at_milli > here)
			continue;
		if (!i)
			return y[0];
		before = (int64_t)x[i - 1] * MILLI;
		part = (at_milli - before) * (1 << 20) / (here - before);
		return y[i - 1] + (y[i] - y[i - 1]) * part / (1 << 20);
	}
	return points ? y[points - 1] : 0;
}
