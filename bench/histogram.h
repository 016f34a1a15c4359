/* SPDX-License-Identifier: MIT */
/*
 * Log-linear histogram, three significant digits: values below 2,048 stand for
 * themselves, above that each power of two has 1,024 bins, so a bin is never
 * wider than a thousandth of its value (the idea of HdrHistogram). It is cut
 * out of sorted samples, so no table is kept. Pure.
 */
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_BASE 2u
#define HISTOGRAM_DIGITS 3u

/* The smallest value in the bin that holds `value`. */
uint64_t histogram_lower(uint64_t value);

struct histogram_bin {
	uint64_t lower;
	uint64_t count; /* 0: there is no further bin */
};

/*
 * The bin of the sample at *at in ascending samples, and how many lie in it;
 * *at moves past them. Begin with *at = 0.
 */
struct histogram_bin histogram_next(const uint64_t *sorted, size_t n,
				    size_t *at);

#endif
