/* SPDX-License-Identifier: MIT */
/*
 * A row whose samples its experiment takes itself: of one action of several
 * cores, of a pair of cores, of a whole run. It is one struct from the sample to
 * the record; rounds, repetition of disturbed ones and report are done here.
 *
 *	struct row rows[] = {
 *		{ .result = { .key = ..., .per = "item", .batch = items },
 *		  .take = take_samples, .most = 32 }, ... };
 *
 *	ok = rows_measure(rows, 2, &(struct rounds){ .wanted = 10 }, 1);
 *	rows_report(rows, 2);
 *
 * Core 0, outside any run, where nothing else is said.
 */
#ifndef BENCH_HARNESS_ROW_H
#define BENCH_HARNESS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/harness/trial.h"

struct row {
	struct result result; /* key, per, batch, ...; rounds and summary are
			       * filled in by row_report(). of: NULL: the row */

	/* Takes the samples of a round, in ticks, and returns how many. 0: an
	 * answer was wrong, or did not come: the row has no further round and
	 * no record. */
	uint32_t (*take)(struct row *row, unsigned round, int64_t *samples);
	void *of;             /* the experiment's own */

	uint32_t most;        /* samples a round; 0 counts as 1 */
	unsigned cores;       /* 0 .. cores - 1 take part; 0: as the key has it */
	bool out;             /* see take; set by the experiment: from the start */

	/* What the rounds brought, in their order. */
	int64_t *samples;     /* row_report() sorts them. NULL, before:
			       * bench_scratch() has room */
	size_t n;
	uint32_t count[SETTINGS_ROUNDS_MAX];
	struct history history;
};

/*
 * Takes the rounds of all rows in ABBA order; each round of a row takes so many
 * steps of the progress. The samples' room is from bench_scratch() unless a row
 * has its own; one without any is skipped, with its reason, which is no error.
 * rounds->subjects is not looked at. False: a row's take() gave 0.
 */
bool rows_measure(struct row *rows, unsigned count,
		  const struct rounds *rounds, unsigned steps);

/* One more round of a row that has room for it, again where it was disturbed.
 * False: take() gave 0; the row is out. */
bool row_round(struct row *row, unsigned round);

/* Record and line of the table; the median. Nothing, and 0, where it is out or
 * has no round. */
int64_t row_report(struct row *row);
void rows_report(struct row *rows, unsigned count);

/* ---- rows of which there is no record `result` -------------------------- */

/* The record `quantity`: ticks an operation, by round. fields: adds further
 * columns, as row_column() does; or NULL. */
void row_quantity(const struct row *row, const struct record_key *key,
		  void (*fields)(const void *row));

/* A column beside the samples, by round, in ticks a sample: into the record that
 * is being written; no figure for a disturbed round. */
void row_column(const struct row *row, const char *name, const int64_t *ticks);

/* The line of the table alone. */
void row_show(struct row *row);

/* ---- numbers of cores --------------------------------------------------- */

/* How many numbers of cores above one the sweep has: so many steps of the
 * progress. */
unsigned counts_above_one(const struct settings *settings);

/* Calls run_on() with each, and takes a step. False if one call says so; the
 * others are made nevertheless. */
bool counts_run(const struct settings *settings,
		bool (*run_on)(const struct settings *settings,
			       unsigned cores));

#endif
