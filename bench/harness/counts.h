/* SPDX-License-Identifier: MIT */
/* What is measured on each number of cores above one (sweep_next_cores()). */
#ifndef BENCH_HARNESS_COUNTS_H
#define BENCH_HARNESS_COUNTS_H

#include <stdbool.h>

#include "bench/config/settings.h"

/* How many such numbers there are: so many steps of the progress. */
unsigned counts_above_one(const struct settings *settings);

/* Calls run_on() with each, and takes a step. False if one call says so; the
 * others are made nevertheless. */
bool counts_run(const struct settings *settings,
		bool (*run_on)(const struct settings *settings,
			       unsigned cores));

#endif
