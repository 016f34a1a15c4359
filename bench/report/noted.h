/* SPDX-License-Identifier: MIT */
/*
 * What the records of a run were about, counted for its last page: experiments
 * in the order of their first record, what was skipped, what is not right.
 * Core 0.
 */
#ifndef BENCH_REPORT_NOTED_H
#define BENCH_REPORT_NOTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/proof/proven.h"
#include "bench/report/key.h"

#define NOTED_EXPERIMENTS 24u /* more are not kept */
#define NOTED_NAME_MAX 32u

#define NOTED_ROWS 5u         /* of an experiment */

/* A row for the page: thousandths of its unit, over its clean rounds. */
struct page_row {
	char name[NOTED_NAME_MAX]; /* "": none */
	unsigned cores;
	uint32_t batch;
	const char *unit;
	int64_t median, least, most; /* time between two operations: where
				      * cores share them, of any core */
	int64_t each;              /* what one core's takes then; else 0 */
	unsigned clean, rounds;
	enum proven proven;
	bool turns;                /* its cores took turns on fewer */
};

struct noted {
	char name[NOTED_NAME_MAX];
	unsigned results;
	struct page_row row[NOTED_ROWS];
};

/* Of a record result, quantity, skipped or validation: its experiment. */
struct noted *noted_experiment(const char *name);

/* The experiment's row of that name, ended by `*` as in struct experiment;
 * NULL: there is none. */
const struct page_row *noted_row_of(const char *experiment, const char *name);

/* Of a record skipped. */
void noted_skipped(const char *experiment, const char *variant);

/* Median, least and greatest of the clean rounds, as the log has them. Sorts. */
void noted_summarise(struct page_row *row, int64_t *milli, unsigned rounds);

/* Of a record with figures, by round (key.h): kept if the experiment names
 * it (struct experiment, page); of several the largest batch. Of `row` its batch,
 * unit, proof, turns and `each` are taken. Sorts the rounds. */
void noted_figure(const struct record_key *key, int64_t *milli, unsigned rounds,
		  const struct page_row *row);

/* Of a record with figures. */
void noted_row(const char *experiment, const char *variant);

/* From now on the rows of that experiment are noted, and no others. */
void noted_rows_of(const struct experiment *experiment);

/* Of a validation that was written. */
void noted_validation(const char *experiment, const char *variant,
		      enum proven proven);

/* ---- what was noted ---------------------------------------------------- */

/* In order; NULL past the last one. */
const struct noted *noted_at(unsigned index);

unsigned noted_skips(void);

/* Has the row of that index (rows_variant()) figures, or was it skipped? One of
 * that name on any core count counts. */
bool noted_row_at(unsigned index);

/*
 * Variants with that verdict, each once: "lock tas, queue leaky and 3 more", as
 * many as `columns` have room for. Returns how many there are.
 */
unsigned noted_unproven(enum proven proven, char *text, size_t columns);

#endif
