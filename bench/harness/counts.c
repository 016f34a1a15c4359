/* SPDX-License-Identifier: MIT */
#include "bench/harness/counts.h"

#include "bench/harness/sweep.h"
#include "bench/harness/trial.h"

unsigned counts_above_one(const struct settings *settings)
{
	unsigned counts = 0;

	for (unsigned c = sweep_next_cores(settings, 1); c;
	     c = sweep_next_cores(settings, c))
		counts++;
	return counts;
}

bool counts_run(const struct settings *settings,
		bool (*run_on)(const struct settings *settings,
			       unsigned cores))
{
	bool ok = true;

	for (unsigned c = sweep_next_cores(settings, 1); c;
	     c = sweep_next_cores(settings, c)) {
		ok = run_on(settings, c) && ok;
		trial_step(1);
	}
	return ok;
}
