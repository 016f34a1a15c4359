/* SPDX-License-Identifier: MIT */
/*
 * The ways to read the time, core by core: what a read costs there and the
 * smallest step the clock was seen to make.
 */
#ifndef BENCH_EXPERIMENTS_TIMER_CORES_H
#define BENCH_EXPERIMENTS_TIMER_CORES_H

#include <stdint.h>

#include "bench/bench.h"
#include "bench/config/settings.h"
#include "kernel/machine.h"

/* A variant's `what`. */
struct timer_way {
	void (*body)(struct cell *cell, unsigned core, uint64_t count);
	void (*take)(uint64_t *stamp, unsigned count); /* keeps what it reads */

	/* What is read, with its begin() and end(); NULL: the time stamp. */
	const struct machine_timer *(*timer)(void);
};


/* How many times timer_cores_run() calls progress_done(). */
unsigned timer_cores_steps(const struct settings *settings,
			   const struct variant *variants, unsigned count);

/*
 * Measures each variant that is wanted and fit, on all cores at once (a
 * timer that the cores share, on core 0), and writes for each a `series` of
 * core, ticks (a read), step (the smallest above 0 between two reads), grain
 * (what all steps are multiples of), the two in counts of what is read; and
 * as findings the time stamp's smallest step and each timer's grain. Core 0.
 */
void timer_cores_run(const struct settings *settings,
		     const struct variant *variants, unsigned count);

#endif
