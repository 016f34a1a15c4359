/* SPDX-License-Identifier: MIT */
#include "bench/stats/distance.h"

#define WHOLE_MILLI 100000u /* of 100 % */

static size_t up_to(const int64_t *sorted, size_t n, size_t from, int64_t most)
{
	while (from < n && sorted[from] <= most)
		from++;
	return from;
}

int64_t stats_distance_milli(const int64_t *a, size_t n, const int64_t *b,
			     size_t m)
{
	uint64_t most = 0;
	size_t i = 0, j = 0;

	/* Beyond the end of one the other only comes nearer. */
	while (i < n && j < m) {
		int64_t value = a[i] < b[j] ? a[i] : b[j];
		uint64_t left, right;

		i = up_to(a, n, i, value);
		j = up_to(b, m, j, value);
		left = (uint64_t)i * m;
		right = (uint64_t)j * n;
		if ((left > right ? left - right : right - left) > most)
			most = left > right ? left - right : right - left;
	}
	return n && m ? (int64_t)(most * WHOLE_MILLI / n / m) : 0;
}
