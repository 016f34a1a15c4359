/* SPDX-License-Identifier: MIT */
/* Rows of each kind of a thing (each lock, each queue) in each way: made once
 * in static tables, for a ROWS_MADE() function. */
#ifndef BENCH_HARNESS_MADE_ROWS_H
#define BENCH_HARNESS_MADE_ROWS_H

#include "bench/bench.h"

#define MADE_KINDS_MAX 32u
#define MADE_NAME_MAX 32u

struct made_rows {
	struct variant *row;
	char (*name)[MADE_NAME_MAX];
	unsigned most, count;
};

/* A table of nothing yet, called `table`, for `rows` rows; in a function. */
#define MADE_ROWS(table, rows)                                               \
	static struct variant table##_row[rows];                             \
	static char table##_name[rows][MADE_NAME_MAX];                       \
	struct made_rows table = { table##_row, table##_name, rows, 0 }

/*
 * Adds a row called `kind`/`way->name`, in all else as `way`; what does not
 * fit is left out.
 */
void made_rows_add(struct made_rows *table, const char *kind,
		   const struct variant *way);

/* Adds a row that the experiment's run() measures; the texts stay. */
void made_rows_name(struct made_rows *table, const char *name,
		    const char *summary);

#endif
