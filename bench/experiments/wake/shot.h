/* SPDX-License-Identifier: MIT */
/* Interrupts from core 0 to others, again and again: private to `wake`, for
 * ipi.c. Core 0. */
#ifndef BENCH_EXPERIMENTS_WAKE_SHOT_H
#define BENCH_EXPERIMENTS_WAKE_SHOT_H

#include "bench/experiments/wake/wake.h"

#define SHOT_NOBODY 0u /* core 0 never is a target */

/* The orders of the next run, and what the last one brought. */
extern struct shot {
	const struct wake_plan *plan;
	unsigned first, last; /* the targets: one by one, or ... */
	bool broadcast;       /* ... all others by one command */
	bool back;            /* the target sends one back */

	unsigned silent;      /* the one that has not taken one, or NOBODY */
	uint32_t n;           /* shots */
} shot;

/* A round of samples, of which there then are shot.n; trips NULL: a check.
 * stamps: the way to the last target's handler by the clocks of both, or NULL.
 * False if a core did not take one. */
bool shot_run(int64_t *trips, int64_t *stamps);

/* A run in which each has to be taken exactly once: one too many would be one
 * that none has sent. */
bool shot_check(void);

#endif
