/* SPDX-License-Identifier: MIT */
/*
 * The published words on pools, beside what our own rounds say: what the
 * overheads of a round look like, and the findings made of that. Core 0,
 * outside any run.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_WORDS_H
#define BENCH_EXPERIMENTS_DISPATCH_WORDS_H

#include "bench/experiments/dispatch/dispatch.h"

/* ---- what a round's stamps look like ------------------------------------ */

/* Shares in thousandths of a per cent, numbers in thousandths. */
enum dispatch_shape {
	SHAPE_WORKERS,
	SHAPE_TOLD, /* of the wall time of all workers: overheads and work */
	SHAPES_OF_ALL, /* up to here of each length, from here on of the first */
	SHAPE_SPIKES = SHAPES_OF_ALL, /* 1,500 to 2,500 ticks */
	SHAPE_LOW, SHAPE_MIDDLE, SHAPE_HIGH, /* up to 200, to 500, beyond */
	SHAPE_PEAKS,
	SHAPE_DISTANCE, /* dispatch_first_distance() */
	SHAPES,
};

/* After a round's pass with stamps. */
void dispatch_note_shape(struct dispatch_group *group,
			 struct dispatch_cell *cell, unsigned round);

/* GATE_NO_ROUND: it was disturbed, or there is none. */
int64_t dispatch_shape(const struct dispatch_group *group, unsigned subject,
		       unsigned point, unsigned round,
		       enum dispatch_shape shape);

/* ---- beside the published words ----------------------------------------- */

/* What others said of their pools, by our own rounds. */
void dispatch_find_words(struct dispatch_group *group,
			 const struct dispatch_cell *alone,
			 const struct dispatch_cell *between);

/* A finding's row in docs/published.md; or NULL. */
const char *dispatch_published_id(const char *finding);

/* A curve's value at thousandths of n, on straight lines between points. */
int64_t dispatch_between(const uint64_t *n, const int64_t *value,
			 unsigned points, int64_t at_milli);

/* In findings.c: ticks of the loop's task where a round's curve of an executor
 * meets the loop's. */
int64_t dispatch_even_milli(const struct dispatch_group *group,
			    unsigned subject, unsigned round);

#endif
