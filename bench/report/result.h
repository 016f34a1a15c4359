/* SPDX-License-Identifier: MIT */
/*
 * A result, whoever took the samples: the runner's series or an experiment
 * itself. And its record `result`.
 */
#ifndef BENCH_REPORT_RESULT_H
#define BENCH_REPORT_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/report/key.h"
#include "bench/proof/proven.h"
#include "bench/samples/series.h"
#include "bench/stats/stats.h"

struct result {
	struct record_key key;
	const char *per;     /* what one operation is */
	unsigned method;     /* see struct variant */
	uint32_t batch;      /* operations a sample */
	int64_t overhead;    /* ticks a sample, not subtracted */
	bool quiet;          /* record only, no row in the table */
	bool elsewhere;      /* of one core, not core 0: nothing is concluded */

	struct summary summary; /* ticks a sample; signed */
	unsigned rounds;        /* 0 counts as one: the summary's p50 and mean */
	const int64_t *round_p50, *round_mean_milli;
	const int64_t *round_together_milli; /* of any cores; or NULL */
	const struct around *round_around; /* or NULL */
	const unsigned *round_disturbed; /* enum disturbance; NULL: none known */
	const uint32_t *round_count; /* samples; NULL: one in each, or it is
				      * not known */
	unsigned disturbed;     /* enum disturbance, of all of it */
	unsigned repeated;      /* disturbed rounds that were done again */

	/* What is measured, of which other rows are, too: a lock's name; NULL:
	 * the variant alone. And what is known beyond proven_of() that. */
	const char *primitive;
	enum proven proven;
	uint32_t capacity;   /* of the queue that is timed; 0: none is */

	/* What the runner knows beyond that (mode, slope, the accumulate pass,
	 * shares, why it stopped); NULL: an experiment sampled itself. */
	const struct series *series;

	void (*fields)(const void *of); /* adds fields of its own; or NULL */
	const void *of;
};

/* Fills in what the history of its rounds says. */
void result_of_history(struct result *result, const struct history *history);

/* The record `result`, no more: trial_tell() (bench/harness/trial.h) also shows
 * it. Core 0. */
void record_result(const struct result *result);

/* Thousandths of a tick between two operations of any of the cores; 0 where
 * one core alone took samples. */
int64_t result_together_milli(const struct result *result);

/* It is of several cores which take turns on fewer real ones, as the last look
 * found (bench/conditions/timesharing.h). */
bool result_in_turns(const struct result *result);

/* A percentile means something: one operation a sample and enough of them. */
bool result_has_tail(const struct result *result, unsigned per_mille);

#endif
