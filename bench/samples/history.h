/* SPDX-License-Identifier: MIT */
/*
 * What the rounds of one subject have brought, each judged by the same rule:
 * the runner's series keep it, and so do experiments that sample themselves:
 *
 *	struct history history = { 0 };
 *	...
 *	history_begin(&history);
 *	(samples are taken)
 *	history_add(&history, samples, n);
 */
#ifndef BENCH_SAMPLES_HISTORY_H
#define BENCH_SAMPLES_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "kernel/machine.h"

struct history {
	unsigned rounds;         /* done */
	int64_t p50[SETTINGS_ROUNDS_MAX];        /* ticks a sample */
	int64_t mean_milli[SETTINGS_ROUNDS_MAX];
	int64_t together_milli[SETTINGS_ROUNDS_MAX]; /* between two samples of
						      * any core; 0: of one */
	unsigned disturbed[SETTINGS_ROUNDS_MAX]; /* enum disturbance */
	uint64_t usual_clock;    /* real over nominal in the first round */
	struct machine_counters before; /* of history_begin() */
};

/* What the counters of the cores that sampled say of a round, in all. */
struct core_counts {
	uint64_t smi;            /* that came meanwhile; 0 if unknown */
	uint64_t clock;          /* real over nominal, per mille; 0: unknown */
};

/* Between two readings of one core's counters. */
struct core_counts core_counts_between(const struct machine_counters *before,
				       const struct machine_counters *after);

/*
 * Judges a round of n >= 1 samples, which it sorts, and keeps it at `round`:
 * one already judged, or the next. Returns enum disturbance. Leaves `rounds`
 * and together_milli as they are.
 */
unsigned history_judge(struct history *history, unsigned round,
		       int64_t *samples, size_t n, struct core_counts counts);

/* One more round, by core 0's counters from begin to add. n = 0: none, and
 * one beyond SETTINGS_ROUNDS_MAX is not kept. Core 0. */
void history_begin(struct history *history);
void history_add(struct history *history, int64_t *samples, size_t n);

/* All reasons of disturbed rounds: enum disturbance. */
unsigned history_disturbed_by(const struct history *history);

#endif
