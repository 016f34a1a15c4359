/* SPDX-License-Identifier: MIT */
/* Which rows of an experiment are measured on how many cores. */
#ifndef BENCH_HARNESS_WANTED_H
#define BENCH_HARNESS_WANTED_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/config/settings.h"
#include "bench/report/progress.h"

#define MODES 2u /* in which a row is measured, at most */

/* In how many it is: some rows are of batches alone, or of single operations. */
unsigned wanted_modes(const struct variant *variant);

/* Is it asked for, fit for so many cores, and was it never abandoned? */
bool wanted_on(const struct settings *settings,
	       const struct experiment *experiment,
	       const struct variant *variant, unsigned cores);

/* And on one core, of another type than core 0, where that is given? */
bool wanted_there(const struct settings *settings,
		  const struct experiment *experiment,
		  const struct variant *variant, unsigned cores, unsigned core);

/* How many are. */
unsigned wanted_count(const struct settings *settings,
		      const struct experiment *experiment, unsigned cores);

/* Is it the row by which its primitive is proven on so many cores: the first? */
bool wanted_first(const struct settings *settings,
		  const struct experiment *experiment,
		  const struct variant *variant, unsigned cores);

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

/* For the progress: how many steps the experiment takes in all, and how many
 * milliseconds a step. It may use the scratch memory. */
uint64_t wanted_steps(const struct settings *settings,
		      const struct experiment *experiment);
unsigned wanted_step_ms(const struct settings *settings,
			const struct experiment *experiment);

/* ---- how much ---------------------------------------------------------- */

struct effort {
	unsigned rounds;      /* of each series */
	uint32_t samples;     /* of each participant and series */
	uint64_t round_ticks; /* a round, at most */
};

/*
 * Looks whether so many cores take turns (bench/conditions/timesharing.h).
 * Where they do it is so little that it ends, and the warning `crowded` names
 * the experiment. Core 0, outside any run.
 */
struct effort effort_for(const struct settings *settings,
			 const char *experiment, unsigned cores);

#endif
