/* SPDX-License-Identifier: MIT */
/*
 * How many threads may there be? The formula of experiment `threads`, and what
 * its measured completion times say. Integers only, pure.
 */
#ifndef BENCH_EXPERIMENTS_THREADS_UTILISATION_H
#define BENCH_EXPERIMENTS_THREADS_UTILISATION_H

#include <stddef.h>
#include <stdint.h>

/* One measured point: k x cores tasks, done after `ticks`. */
struct utilisation_point {
	unsigned k;
	uint64_t ticks;
};

/* Share of its time that a task needs a core, in millionths; 0 for no time. */
uint64_t utilisation_ppm(uint64_t busy, uint64_t whole);

/* Threads at once by the formula cores / utilisation, in thousandths; 0 where
 * the utilisation is 0. */
uint64_t utilisation_threads_milli(unsigned cores, uint64_t ppm);

/*
 * The best k: the smallest whose throughput (tasks a tick) is within
 * UTILISATION_NEAR_PERCENT of the highest. 0 for no points.
 */
#define UTILISATION_NEAR_PERCENT 5u
unsigned utilisation_best_k(const struct utilisation_point *point, size_t n);

/* The largest k up to which no point takes more than UTILISATION_FLAT_PERCENT
 * longer than the first. Points in the order of k. 0 for no points. */
#define UTILISATION_FLAT_PERCENT 10u
unsigned utilisation_flat_to(const struct utilisation_point *point, size_t n);

#endif
