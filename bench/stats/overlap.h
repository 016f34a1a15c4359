/* SPDX-License-Identifier: MIT */
/* Did two cores sample at the same time? Pure. */
#ifndef BENCH_STATS_OVERLAP_H
#define BENCH_STATS_OVERLAP_H

#include <stdint.h>

/* A core's samples in the order they were taken, in ticks. */
struct overlap_side {
	const uint64_t *start, *length;
	unsigned n;
	uint64_t longest; /* in a longer one the core may have been away */
};

/*
 * The time both were in a sample, in thousandths of the time that the one was
 * which was so for the shorter time: 1000 where that one always had company,
 * 0 where the two took turns.
 */
unsigned overlap_permille(const struct overlap_side *a,
			  const struct overlap_side *b);

#endif
