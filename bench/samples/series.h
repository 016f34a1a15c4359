/* SPDX-License-Identifier: MIT */
/*
 * One variant measured in one mode: its rounds, its samples, its result. Two
 * modes, since one number cannot serve both: in batches (the pilot's size:
 * the middle is right, tails mean nothing) and one by one (tails are tails of
 * an operation, the middle carries the cost of the clock reads).
 */
#ifndef BENCH_SAMPLES_SERIES_H
#define BENCH_SAMPLES_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/samples/history.h"
#include "bench/stats/stats.h"

struct series {
	struct cell *cell;
	const char *mode;        /* "batch", "single" */
	uint32_t batch;
	uint32_t per_round;      /* samples per participant and round */

	int64_t *samples;        /* [participant][round][per_round] */
	uint32_t *count;         /* [participant][round] */
	struct history history;  /* the rounds done */
	bool out_of_time;        /* a round ended by its budget */
	bool settled;            /* the rounds agree: no more are needed */

	/* The result, in ticks a sample. */
	struct summary summary;
	const int64_t *sorted;   /* all samples, summary.n of them */
	int64_t overhead;        /* median of the empty body */
	int64_t accumulate_mean_milli;
	uint64_t *share;         /* operations of each participant until the
				  * first had its samples */
	uint64_t jain_milli;     /* their fairness */
	bool slope_known;
	int64_t slope_milli;     /* (T(2 batch) - T(batch)) / batch */
};

/*
 * Room for all rounds; cell and batch are set. `samples` per participant in
 * all. False: out of scratch memory.
 */
bool series_prepare(struct series *series, uint32_t samples, unsigned rounds);

/*
 * One more round, at most `ticks` long; a disturbed one is repeated, but no
 * more than HISTORY_REPEATS in a series. scratch holds one round's samples of
 * all participants.
 */
void series_round(struct series *series, uint64_t ticks, int64_t *scratch);

/* A participant's samples of a round, in the order they were taken; *n of
 * them. Before series_finish(), which sorts them. */
const int64_t *series_samples(const struct series *series,
			      unsigned participant, unsigned round,
			      uint32_t *n);

/* The accumulate pass, then the summary over all rounds. */
void series_finish(struct series *series, uint64_t ticks);

/* Why sampling ended: "budget" or "confidence"; NULL: all samples are there. */
const char *series_stop(const struct series *series);

/* The two passes' means differ by more than the harness costs and twice what
 * the rounds differ among themselves. False without any round. */
bool series_passes_differ(const struct series *series);

#endif
