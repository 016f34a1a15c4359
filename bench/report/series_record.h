/* SPDX-License-Identifier: MIT */
/* The records `series` and `histogram`: rows in an order, in as many lines as
 * they need. */
#ifndef BENCH_REPORT_SERIES_RECORD_H
#define BENCH_REPORT_SERIES_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/report/key.h"
#include "bench/samples/series.h"

#define SERIES_WIDTH_MOST 16u

struct series_column {
	const char *name; /* NULL ends the columns */
	bool milli;       /* its values are thousandths: written as decimals */
};

struct series_record {
	struct record_key key;
	const char *unit;   /* see log_key() (bench/report/record.h) */
	const struct series_column *columns; /* SERIES_WIDTH_MOST at most */
	unsigned rows;
	bool thin;          /* in order of time or of pairs: a slow line gets
			     * some of the rows (bench/report/thin.h) */

	/* Puts the values of row `index` into value[], one a column. */
	void (*row)(const void *of, unsigned index, int64_t *value);

	/* Adds fields of its own to each line. Optional. */
	void (*fields)(const void *of);
	const void *of;
};

/* Writes it. Core 0, outside any run, not inside a record. */
void record_series(const struct series_record *series);

/* The runner's only: the distribution behind a finished series, in as many
 * parts as it needs; every sample as it was taken, before series_finish(). */
void record_histogram(const struct series *series);
void record_samples(const struct series *series);

#endif
