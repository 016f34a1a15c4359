/* SPDX-License-Identifier: MIT */
/* All variants of an experiment, whichever files they come from. */
#ifndef BENCH_CONFIG_ROWS_H
#define BENCH_CONFIG_ROWS_H

#include "bench/bench.h"
#include "bench/config/names.h"

/* Variants of one experiment at most. */
#define ROWS_MAX 1024u

/* The variant of that index; NULL past the last one. */
const struct variant *rows_variant(const struct experiment *experiment,
				   unsigned index);

/* Is it of a file of the user's own, or of a thing (a lock) from one? */
bool rows_yours(const struct experiment *experiment, unsigned index);

/* The same of a row by its name. */
bool rows_yours_named(const char *experiment, const char *variant);

/* False, with a warning in the log, if two variants have one name, or rows
 * belong to an experiment that does not exist. Rows for which a table had no
 * room are warned of, and no more. Core 0. */
bool rows_check(void);

/*
 * Rows of each kind of a thing (each lock, each queue) in each way: made once
 * in static tables, for a ROWS_MADE() function.
 */
#define MADE_KINDS_MAX 36u
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
 * Adds a row of the primitive `kind`, called `kind`/`way->name`, in all else as
 * `way`; what does not fit is left out, and rows_check() says so.
 */
void made_rows_add(struct made_rows *table, const char *kind,
		   const struct variant *way);

/*
 * In a file, for rows that the experiment's run() measures: one for each
 * registered thing of a kind (enum names), called `before`, its name, `after`.
 * text: its summary; NULL for the thing's own.
 */
#define ROWS_EACH(experiment, kind, before, after, text)                     \
	static const struct variant *rows_of_##kind(unsigned *count)         \
	{                                                                    \
		MADE_ROWS(made, MADE_KINDS_MAX);                             \
                                                                             \
		made_rows_each(&made, kind, before, after, text);            \
		*count = made.count;                                         \
		return made.row;                                             \
	}                                                                    \
	ROWS_MADE(experiment, rows_of_##kind)

/* The same into a table; what does not fit is left out likewise. */
void made_rows_each(struct made_rows *table, enum names kind,
		    const char *before, const char *after, const char *text);

/* Adds a row that the experiment's run() measures; the texts stay. */
void made_rows_name(struct made_rows *table, const char *name,
		    const char *summary);

/* For a maker with a table of its own: a row of that name does not fit. */
void made_rows_left_out(const char *name);

#endif
