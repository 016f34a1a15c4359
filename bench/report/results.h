/* SPDX-License-Identifier: MIT */
/*
 * The results of an experiment, remembered for the sentences that sum them up:
 * who wants to say which lock is the cheapest asks here. Core 0.
 */
#ifndef BENCH_REPORT_RESULTS_H
#define BENCH_REPORT_RESULTS_H

#include <stdint.h>

#include "bench/report/result.h"

#define FIGURE_NAME_MAX 32u
#define FIGURE_PARAMS 3u
#define FIGURE_NO_ROUND INT64_MIN /* disturbed */

struct figure {
	char experiment[FIGURE_NAME_MAX], variant[FIGURE_NAME_MAX];
	int64_t param[FIGURE_PARAMS]; /* the first parameters' values, or 0 */
	unsigned cores;
	uint32_t batch;
	/* Thousandths of a tick an operation. */
	int64_t p50_milli, mean_milli;
	int64_t together_milli; /* between two operations of any core; 0: one
				 * core took all samples */
	uint64_t jain_milli;    /* 0: the same */
	/* The same of each round, FIGURE_NO_ROUND of a disturbed one; NULL: no
	 * round is known, or none has a time of several cores together. */
	unsigned rounds;
	const int64_t *round_milli, *together_round_milli;
	char primitive[FIGURE_NAME_MAX];
	bool in_turns;          /* see result_in_turns() */
	enum proven proven;     /* for so many cores, as known now */
};

/* Forgets all: the next experiment begins. With scratch_begin(). */
void results_begin(void);

/* Remembers a result. Where memory ends the last are not, and a warning says
 * so once. */
void results_add(const struct result *result);

/* The result of the largest batch; NULL: not measured. Where rows of one name
 * differ by their parameters: the first of them. */
const struct figure *results_find(const char *experiment, const char *variant,
				  unsigned cores);

/* The first result with the key's first FIGURE_PARAMS parameters; NULL: not
 * measured. */
const struct figure *results_find_row(const struct record_key *key);

#endif
