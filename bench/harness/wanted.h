/* SPDX-License-Identifier: MIT */
/* Which rows of an experiment are measured on how many cores. */
#ifndef BENCH_HARNESS_WANTED_H
#define BENCH_HARNESS_WANTED_H

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/config/settings.h"

/* Is it asked for, fit for so many cores, and was it never abandoned? */
bool wanted_on(const struct settings *settings,
	       const struct experiment *experiment,
	       const struct variant *variant, unsigned cores);

/* How many are. */
unsigned wanted_count(const struct settings *settings,
		      const struct experiment *experiment, unsigned cores);

/* Is it the row by which its primitive is proven on so many cores: the first? */
bool wanted_first(const struct settings *settings,
		  const struct experiment *experiment,
		  const struct variant *variant, unsigned cores);

#endif
