/* SPDX-License-Identifier: MIT */
#include "bench/histogram.h"

#define SUB_BITS 10u /* 1,024 bins for each power of two */

uint64_t histogram_lower(uint64_t value)
{
	unsigned top, shift;

	if (value < 2ull << SUB_BITS)
		return value;
	top = 63 - (unsigned)__builtin_clzll(value);
	shift = top - SUB_BITS;
	return value >> shift << shift;
}

struct histogram_bin histogram_next(const uint64_t *sorted, size_t n,
				    size_t *at)
{
	struct histogram_bin bin = { 0 };

	if (*at == n)
		return bin;
	bin.lower = histogram_lower(sorted[*at]);
	while (*at < n && histogram_lower(sorted[*at]) == bin.lower) {
		bin.count++;
		++*at;
	}
	return bin;
}
