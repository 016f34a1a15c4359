/* SPDX-License-Identifier: MIT */
/* Runs one experiment over its sweep of core counts. */
#ifndef BENCH_HARNESS_SWEEP_H
#define BENCH_HARNESS_SWEEP_H

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/config/settings.h"
#include "bench/harness/wanted.h"

/* Rounds the experiments of a run will take in all, for the progress. */
void sweep_plan(const struct settings *settings,
		const struct experiment *experiment);

/*
 * Validates and measures every variant on every core count. False if a
 * validation failed (that variant was then not timed; the others were).
 */
bool sweep_run(const struct settings *settings,
	       const struct experiment *experiment);

#endif
