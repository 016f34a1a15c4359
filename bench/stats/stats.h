/* SPDX-License-Identifier: MIT */
/*
 * Integer statistics over raw samples. Signed: a sample is a difference of two
 * time stamps, which may be of two cores. Pure.
 */
#ifndef BENCH_STATS_STATS_H
#define BENCH_STATS_STATS_H

#include <stddef.h>
#include <stdint.h>

/* Where samples were counted and not kept. */
#define STATS_UNKNOWN INT64_MAX

struct summary {
	uint64_t n;
	int64_t min, p50, p90, p99, p999, p9999, max; /* 0 where n is 0 */
	int64_t mean_milli;                    /* thousandths */
	int64_t mad; /* median absolute deviation from p50, or STATS_UNKNOWN */
};

/* Ascending, in place. O(n log n) whatever the order, no recursion. */
void stats_sort(int64_t *samples, size_t n);

/*
 * The value of rank ceil(n * per_mille / 1000) of sorted samples (nearest
 * rank: always one of them); 0 for n = 0. per_mille: 0 .. 1000.
 */
int64_t stats_percentile(const int64_t *sorted, size_t n, unsigned per_mille);

/* Everything; sorts the samples. For n = 1 every value is that sample. */
struct summary stats_summarise(int64_t *samples, size_t n);

/* Median alone; sorts the samples. */
int64_t stats_median(int64_t *samples, size_t n);

/* Mean in thousandths, towards zero; 0 for n = 0. Exact while it and the sum
 * fit 64 bits. */
int64_t stats_mean_milli(const int64_t *samples, size_t n);

/*
 * Jain's index of fairness in thousandths: 1,000 where all shares are equal,
 * 1,000 / n where one has all. Of n <= 1,024 shares; 1,000 for none or only
 * zeros. Jain, Chiu, Hawe, "A quantitative measure of fairness", 1984.
 */
uint64_t stats_jain_milli(const uint64_t *share, size_t n);

#endif
