/* SPDX-License-Identifier: MIT */
#include "bench/harness/effort.h"

#include "bench/conditions/timesharing.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"

#define ROUND_MS_MAX 500u /* no round without a word for longer */

/* At most, where cores take turns. */
#define TIMESHARED_ROUNDS 2u
#define TIMESHARED_SAMPLES 32u
#define TIMESHARED_BUDGET_MS 20u

struct effort effort_for(const struct settings *settings,
			 const char *experiment, unsigned cores)
{
	struct effort e = { .rounds = settings->rounds,
			    .samples = settings_samples(settings, cores) };
	uint64_t budget = settings->budget_ms;

	timesharing_look(cores);
	if (timeshared()) {
		log_warning("crowded", "%s: %u cores take turns on fewer real "
			    "ones: figures of several cores mean little",
			    experiment, cores);
		e.rounds = (unsigned)min_u64(e.rounds, TIMESHARED_ROUNDS);
		e.samples = TIMESHARED_SAMPLES;
		budget = min_u64(budget, TIMESHARED_BUDGET_MS);
	}
	e.round_ticks = ticks_of_ms(clamp_u64(budget / e.rounds, 1,
					      ROUND_MS_MAX));
	return e;
}
