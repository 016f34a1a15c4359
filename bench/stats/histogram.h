/* SPDX-License-Identifier: MIT */
/*
 * Log-linear histograms (the idea of HdrHistogram). With `bits` bits, values
 * below 2 << bits stand for themselves, and above that each power of two has
 * 1 << bits bins, so that a bin is never wider than 1 / (1 << bits) of its
 * value. Two ways to make one: cut out of sorted samples, or counted in a
 * table where the samples are too many to keep. Pure.
 */
#ifndef BENCH_STATS_HISTOGRAM_H
#define BENCH_STATS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_BASE 2u
#define HISTOGRAM_DIGITS 3u
#define HISTOGRAM_BITS 10u /* three significant digits: within 1 / 1,024 */

/* The smallest value in the bin of HISTOGRAM_BITS that holds `value`. */
uint64_t histogram_lower(uint64_t value);

struct histogram_bin {
	uint64_t lower;
	uint64_t count; /* 0: there is no further bin */
};

/*
 * The bin of the sample at *at in ascending samples, and how many lie in it;
 * negative ones count as 0. *at moves past them. Begin with *at = 0.
 */
struct histogram_bin histogram_next(const int64_t *sorted, size_t n,
				    size_t *at);

/* ---- counted in a table ------------------------------------------------ */

#define HISTOGRAM_BINS(bits) ((65u - (bits)) << (bits))

struct histogram {
	unsigned bits;
	uint64_t n, sum, min, max; /* exact; sum may wrap after 2^64 ticks */
	uint32_t *count;           /* HISTOGRAM_BINS(bits) of them */
};

/* count must hold zeros. */
void histogram_init(struct histogram *histogram, unsigned bits,
		    uint32_t *count);

/* Inline: the hunt for gaps (bench/conditions/noise.c) adds between two time stamps. */
static inline unsigned histogram_index(unsigned bits, uint64_t value)
{
	unsigned shift;

	if (value < 2ull << bits)
		return (unsigned)value;
	shift = 63 - (unsigned)__builtin_clzll(value) - bits;
	return (shift << bits) + (unsigned)(value >> shift);
}

static inline void histogram_add(struct histogram *histogram, uint64_t value)
{
	histogram->count[histogram_index(histogram->bits, value)]++;
	histogram->n++;
	histogram->sum += value;
	if (value < histogram->min)
		histogram->min = value;
	if (value > histogram->max)
		histogram->max = value;
}

/* The smallest value in the bin of that index. */
uint64_t histogram_lower_end(unsigned bits, unsigned index);

/*
 * The value of rank ceil(n * per_10000 / 10000): the lower end of its bin,
 * but never below min; 10,000 gives max. 0 for n = 0.
 */
uint64_t histogram_percentile(const struct histogram *histogram,
			      unsigned per_10000);

/*
 * The first bin at or after *index that holds anything; *index moves past it.
 * Begin with *index = 0.
 */
struct histogram_bin histogram_next_bin(const struct histogram *histogram,
					unsigned *index);

#endif
