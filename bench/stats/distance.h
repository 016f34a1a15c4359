/* SPDX-License-Identifier: MIT */
/* How far apart two distributions are. Pure. */
#ifndef BENCH_STATS_DISTANCE_H
#define BENCH_STATS_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The distance of Kolmogorov and Smirnov, thousandths of a per cent: how many
 * more per cent of the one than of the other lie at or below some value, at
 * most. Of ascending samples, together less than 2^40; 0 where one has none.
 */
int64_t stats_distance_milli(const int64_t *a, size_t n, const int64_t *b,
			     size_t m);

#endif
