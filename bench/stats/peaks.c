/* SPDX-License-Identifier: MIT */
#include "bench/stats/peaks.h"

#include <stdbool.h>

static uint64_t sum_of(const uint32_t *count, unsigned first, unsigned last)
{
	uint64_t sum = 0;

	for (unsigned i = first; i <= last; i++)
		sum += count[i];
	return sum;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * The lowest bin between `bin` and the next higher one on its left; 0 where
 * there is none: the histogram's edge is no hill. An equal one counts as
 * higher there, so that of a plateau only the first bin is a peak.
 */
static uint32_t valley_left(const uint32_t *count, unsigned bin)
{
	uint32_t lowest = count[bin];

	for (unsigned i = bin; i-- > 0;) {
		if (count[i] >= count[bin])
			return lowest;
		lowest = least_of(lowest, count[i]);
	}
	return 0;
}

static uint32_t valley_right(const uint32_t *count, unsigned bins, unsigned bin)
{
	uint32_t lowest = count[bin];

	for (unsigned i = bin + 1; i < bins; i++) {
		if (count[i] > count[bin])
			return lowest;
		lowest = least_of(lowest, count[i]);
	}
	return 0;
}

static bool stands_out(const uint32_t *count, unsigned bins, unsigned bin,
		       uint64_t all)
{
	uint32_t height = count[bin];

	return height >= PEAKS_LEAST_COUNT &&
	       height * 1000ull >= all * PEAKS_LEAST_PER_MILLE &&
	       valley_left(count, bin) <= height / 2 &&
	       valley_right(count, bins, bin) <= height / 2;
}

/* The lowest bin from one peak to the next, the first of equals. */
static unsigned valley_between(const uint32_t *count, unsigned from,
			       unsigned to)
{
	unsigned lowest = from;

	for (unsigned i = from; i < to; i++)
		if (count[i] < count[lowest])
			lowest = i;
	return lowest;
}

static void share_out(const uint32_t *count, unsigned bins, struct peak *peak,
		      unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		peak[i].first = i ? peak[i - 1].last + 1 : 0;
		peak[i].last = i + 1 < n ?
			valley_between(count, peak[i].bin, peak[i + 1].bin) :
			bins - 1;
		peak[i].count = sum_of(count, peak[i].first, peak[i].last);
	}
}

unsigned peaks_find(const uint32_t *count, unsigned bins, struct peak *peak,
		    unsigned most)
{
	uint64_t all = bins ? sum_of(count, 0, bins - 1) : 0;
	unsigned n = 0;

	for (unsigned i = 0; i < bins && n < most; i++)
		if (stands_out(count, bins, i, all))
			peak[n++].bin = i;
	share_out(count, bins, peak, n);
	return n;
}
