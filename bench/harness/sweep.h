/* SPDX-License-Identifier: MIT */
/* Runs one experiment over its sweep of core counts. */
#ifndef BENCH_HARNESS_SWEEP_H
#define BENCH_HARNESS_SWEEP_H

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/config/settings.h"
#include "bench/report/progress.h"

/* Rounds the experiments of a run will take in all, for the progress. */
void sweep_plan(const struct settings *settings,
		const struct experiment *experiment);

/*
 * Validates and measures every variant on every core count. False if a
 * validation failed (that variant was then not timed; the others were).
 */
bool sweep_run(const struct settings *settings,
	       const struct experiment *experiment);

/* The number of cores measured after this one. Quick: 1, 2, 4, ... and all;
 * full: every one. 0 after the last, and where the run is to end. */
static inline unsigned sweep_next_cores(const struct settings *settings,
					unsigned cores)
{
	if (cores >= settings->cores || progress_stopped())
		return 0;
	if (settings->full)
		return cores + 1;
	return 2 * cores < settings->cores ? 2 * cores : settings->cores;
}

#endif
