/* SPDX-License-Identifier: MIT */
/* Pure, and apart from what sweeps. */
#include "bench/harness/sweep.h"

unsigned sweep_next_cores(const struct settings *settings, unsigned cores)
{
	if (cores >= settings->cores)
		return 0;
	if (settings->full)
		return cores + 1;
	return 2 * cores < settings->cores ? 2 * cores : settings->cores;
}
