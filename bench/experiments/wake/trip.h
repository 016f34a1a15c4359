/* SPDX-License-Identifier: MIT */
/* One core wakes another, again and again: private to `wake`, for pair.c. */
#ifndef BENCH_EXPERIMENTS_WAKE_TRIP_H
#define BENCH_EXPERIMENTS_WAKE_TRIP_H

#include "bench/experiments/wake/wake.h"

/* What the one to be woken does till the word changes: a row each. */
enum way { POLL, HLT, FUTEX, MWAIT };

/* The orders of the next run, and what the last one brought. */
extern struct trip {
	enum way way;
	unsigned partner;
	uint32_t hint;        /* of MWAIT */
	uint64_t patience, settle;
	const struct wake_plan *plan;

	uint32_t n;           /* trips */
	uint64_t lost;        /* wake-ups that had to be repeated */
	bool dead;            /* no answer even then */
} trip;

/* A check, or a round of samples. True if each wake-up was answered, none
 * twice. Core 0. */
bool trip_run(int64_t *samples);

#endif
