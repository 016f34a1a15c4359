/* SPDX-License-Identifier: MIT */
/* What has to be known before sampling: the clock's grain, the batch. */
#ifndef BENCH_SAMPLES_PILOT_H
#define BENCH_SAMPLES_PILOT_H

#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"

/* A sample is to be this many times the clock's resolution. */
#define PILOT_RESOLUTIONS 50u

/*
 * Median ticks of a few samples of `batch` operations, by short rounds of at
 * most `ticks`; scratch holds PILOT_SAMPLES per participant.
 */
#define PILOT_SAMPLES 16u
int64_t pilot_median(struct cell *cell, uint32_t batch, uint64_t ticks,
		      int64_t *scratch);

/* Fills caches, translations and predictors; its samples are thrown away. */
void pilot_warm_up(struct cell *cell, uint64_t ticks, int64_t *scratch);

/*
 * The smallest power of two of operations that fills a sample, bounded by
 * the variant's most_batch.
 */
uint32_t pilot_batch(struct cell *cell, uint64_t ticks, int64_t *scratch);

/* The usual step between two reads of the time stamp, in ticks; >= 1. */
int64_t pilot_resolution(void);

/* The median of the steps above 0, which it sorts; 1 where there is none. */
int64_t pilot_usual_step(int64_t *step, size_t n);

/* Median ticks of an empty body in the cell's place: the harness's cost. */
int64_t pilot_overhead(const struct cell *cell, uint64_t ticks,
			int64_t *scratch);

#endif
