/* SPDX-License-Identifier: MIT */
/*
 * How far the median can be trusted, by order statistics: of n independent
 * values the k-th smallest and the k-th largest enclose the median of what they
 * were drawn from with a probability of 1 - 2 P(Binomial(n, 1/2) < k), whatever
 * the distribution. Pure.
 */
#ifndef BENCH_STATS_INTERVAL_H
#define BENCH_STATS_INTERVAL_H

#define INTERVAL_LEAST 6u /* values that reach 95 % */
#define INTERVAL_MOST 50u

/* The largest k that reaches 95 %: 1 for n = 6 .. 8; 0 for fewer. n at most
 * INTERVAL_MOST. */
unsigned interval_rank(unsigned n);

#endif
