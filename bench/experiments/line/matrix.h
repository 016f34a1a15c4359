/* SPDX-License-Identifier: MIT */
/* What a cache line's way costs between any two cores: record and page. */
#ifndef BENCH_EXPERIMENTS_LINE_MATRIX_H
#define BENCH_EXPERIMENTS_LINE_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

/* Ticks a sample of `batch` hand-overs, at [from * cores + to]; 0 where the
 * two are the same core. */
struct matrix {
	const char *variant;
	unsigned cores;     /* at least 2; fewer than there may be */
	const unsigned *core; /* their numbers */
	uint32_t batch;
	uint64_t *ticks;    /* median of the pair */
	uint64_t *least;    /* median of the pair's fastest line */
	uint64_t *most;     /* and of its slowest */
	uint64_t *all;      /* the medians alone, in any order */
	uint64_t calm_most; /* a pair above it was disturbed */
};

/* Was the pair's core away, all times it was measured? */
bool matrix_disturbed(const struct matrix *matrix, unsigned at);

/* Extremes over the pairs not disturbed, as indices of the arrays. */
struct matrix_ends {
	unsigned fastest, slowest;
};
struct matrix_ends matrix_ends(const struct matrix *matrix);

/* Thousandths of a tick for one hand-over. */
int64_t matrix_milli(const struct matrix *matrix, uint64_t ticks);

/* A `series`: from, to (core numbers), ticks, line_least, line_most. */
void matrix_record(const struct matrix *matrix);

/* For people: the first cores on at most 79 columns, the rest summed up. A
 * pair of the same cluster is shown in another colour, a disturbed one in a
 * third. median: of all pairs. */
void matrix_show(const struct matrix *matrix, const unsigned *cluster,
		 uint64_t median);

#endif
