/* SPDX-License-Identifier: MIT */
/*
 * The peaks of a histogram of equal bins: where it rises to a height that
 * stands out, not each wobble on the way. Pure.
 *
 * A bin is a peak when no way leads from it to a higher bin without going
 * down to less than half its own height (its topographic prominence is at
 * least half of it), and when it holds enough samples to mean something.
 */
#ifndef BENCH_STATS_PEAKS_H
#define BENCH_STATS_PEAKS_H

#include <stddef.h>
#include <stdint.h>

/* What a bin must hold at least to be a peak. */
#define PEAKS_LEAST_COUNT 8u
#define PEAKS_LEAST_PER_MILLE 5u /* of all samples */

struct peak {
	unsigned bin;   /* the highest one; of equals the first */
	unsigned first; /* bins from first .. */
	unsigned last;  /* .. to last belong to it: to the valleys */
	uint64_t count; /* samples in those */
};

/*
 * Finds up to `most` peaks, in ascending order of their bins; returns how
 * many. Together they hold all samples, if there are any peaks.
 */
unsigned peaks_find(const uint32_t *count, unsigned bins, struct peak *peak,
		    unsigned most);

#endif
