/* SPDX-License-Identifier: MIT */
/* Records and screen pages of the dispatch experiment. Core 0. */
#ifndef BENCH_EXPERIMENTS_DISPATCH_RECORD_H
#define BENCH_EXPERIMENTS_DISPATCH_RECORD_H

#include "bench/experiments/dispatch/cell.h"

/* ---- results (dispatch_record.c) ---------------------------------------- */

/* The result, while the workers still hold what the pass left; or `skipped`
 * where there were too few tasks for a sample. all: with the fields that
 * follow from others, and those for each worker. */
void dispatch_record(const struct dispatch_group *group,
		     const struct dispatch_cell *cell, bool all);

/* The executor's page: its table of up to ten rows. */
void dispatch_page(const struct dispatch_group *group, unsigned subject);

/* ---- series (dispatch_series.c), after the pass with stamps -------------- */

/* The first samples in the order of time, 1,000 at most: index, worker and
 * ticks. Nothing where samples were not kept. */
void dispatch_first_samples(const struct dispatch_cell *cell, unsigned most);

/* The overheads sorted: per mille and ticks; nothing where not kept. */
void dispatch_quantiles(const struct dispatch_cell *cell, unsigned steps);

/* What an executor decided in its last run. */
void dispatch_decisions(const struct dispatch_cell *cell, unsigned most);

/* ---- the summary (dispatch_page.c) ---------------------------------------- */

/* All executors side by side, on a page of the screen: overhead and wall time
 * over the loop's at each length, then what follows from it. */
void dispatch_summary(const struct dispatch_group *group);

/* ---- any series (dispatch_series.c) --------------------------------------- */

/* Rows of a series record, in as many parts as they need. */
struct dispatch_series {
	const struct dispatch_cell *cell;
	const char *param;     /* a second parameter beside n; NULL: none */
	int64_t param_value;
	const char *param2;    /* and a third */
	int64_t param2_value;
	const char *const *columns;
	unsigned width, rows;
	void (*row)(const struct dispatch_cell *cell, unsigned index,
		    int64_t *value);
};
void dispatch_series(const struct dispatch_series *series);

#endif
