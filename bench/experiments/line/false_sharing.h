/* SPDX-License-Identifier: MIT */
/*
 * Two cores, two counters, and so many bytes between them: as long as both
 * lie in one cache line, each increment has to fetch it from the other core
 * although the two share nothing.
 */
#ifndef BENCH_EXPERIMENTS_LINE_FALSE_SHARING_H
#define BENCH_EXPERIMENTS_LINE_FALSE_SHARING_H

#include <stdbool.h>

#include "bench/config/settings.h"

/* How many times false_sharing_run() calls progress_done(). */
unsigned false_sharing_steps(void);

/* Validates, measures, reports the variant `false` on two different cores.
 * False: increments were lost. Core 0. */
bool false_sharing_run(const struct settings *settings, unsigned first,
		       unsigned second);

#endif
