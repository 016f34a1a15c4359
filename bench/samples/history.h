/* SPDX-License-Identifier: MIT */
/*
 * What the rounds of one subject have brought, each judged by the same rule:
 * the runner's series keep it, and so do experiments that sample themselves:
 *
 *	struct history history = { 0 };
 *	...
 *	do {
 *		history_begin(&history, cores);
 *		(a round's samples are taken)
 *	} while (!history_add(&history, samples, n));
 */
#ifndef BENCH_SAMPLES_HISTORY_H
#define BENCH_SAMPLES_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/samples/probe.h"
#include "kernel/machine.h"

struct history {
	unsigned rounds;         /* done */
	int64_t p50[SETTINGS_ROUNDS_MAX];        /* ticks a sample */
	int64_t mean_milli[SETTINGS_ROUNDS_MAX];
	int64_t together_milli[SETTINGS_ROUNDS_MAX]; /* between two samples of
						      * any core; 0: of one */
	int64_t max[SETTINGS_ROUNDS_MAX];
	struct around around[SETTINGS_ROUNDS_MAX]; /* clock, width, line */
	unsigned disturbed[SETTINGS_ROUNDS_MAX]; /* enum disturbance */
	uint32_t *count;         /* samples of each, the caller's; NULL: none
				  * are counted, as where each has one */
	unsigned repeated;       /* disturbed ones that were done again */
	uint64_t usual_clock;    /* real over nominal in the first round */
	int64_t pilot;           /* median of a round before these; 0: none */
	unsigned cores;          /* of history_begin() */
	unsigned rivals;         /* other cores that sample at the same time */
	struct machine_counters before;
	struct probe probe;      /* before the round */
};

/* What the counters of the cores that sampled say of a round, in all. */
struct core_counts {
	uint64_t smi;            /* that came meanwhile; 0 if unknown */
	uint64_t clock;          /* real over nominal, per mille; 0: unknown */
	bool turns;              /* the cores do not run at the same time */
};

/* Between two readings of one core's counters. */
struct core_counts core_counts_between(const struct machine_counters *before,
				       const struct machine_counters *after);

/*
 * Judges one more round of n >= 1 samples, which it sorts. False: it was
 * disturbed and is to be done again, which no more than HISTORY_REPEATS of a
 * history are, and none where cores take turns or tails are asked for. Then it
 * is forgotten, but for together_milli[rounds] and around[rounds], which are
 * the caller's. Of rounds beyond SETTINGS_ROUNDS_MAX none is kept.
 */
#define HISTORY_REPEATS 3u
bool history_judge(struct history *history, int64_t *samples, size_t n,
		   struct core_counts counts);

/* What lay around a round, by h->probe, taken before it, and one more now. Not
 * before history_begin(), which history_add() does it for. */
void history_probe(struct history *history, unsigned cores);

/* The same by core 0's counters between these two, and by whether the cores
 * 0 .. cores - 1, which the round takes, run together at its end. n = 0: no
 * round. Core 0, outside any run. */
void history_begin(struct history *history, unsigned cores);
bool history_add(struct history *history, int64_t *samples, size_t n);

/* All reasons of disturbed rounds: enum disturbance. */
unsigned history_disturbed_by(const struct history *history);

#endif
