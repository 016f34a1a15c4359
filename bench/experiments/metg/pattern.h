/* SPDX-License-Identifier: MIT */
/*
 * Which tasks of the step before a task needs: seven patterns of Task Bench
 * (Slaughter and others, SC'20, figure 2). A graph is `width` columns wide and
 * many steps long. Pure.
 */
#ifndef BENCH_EXPERIMENTS_METG_PATTERN_H
#define BENCH_EXPERIMENTS_METG_PATTERN_H

#include <stdbool.h>

#define METG_PATTERNS 7u
/* Tasks that one needs at most, and tasks at most that need one. */
#define METG_NEEDS 5u

struct metg_pattern {
	const char *name;    /* as in the paper */
	const char *summary; /* one sentence */

	/* The columns of step - 1 that a task of `step` >= 1 needs; returns how
	 * many. One may come twice; each is one of that step's own. */
	unsigned (*needs)(unsigned width, unsigned step, unsigned column,
			  unsigned need[METG_NEEDS]);
	bool grows;          /* from one column on, twice as many each step */
};

extern const struct metg_pattern metg_pattern[METG_PATTERNS];

/* Columns of a step; width >= 1. */
unsigned metg_columns(const struct metg_pattern *pattern, unsigned width,
		      unsigned step);

#endif
