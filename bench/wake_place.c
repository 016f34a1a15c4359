/* SPDX-License-Identifier: MIT */
/* Which core is woken: one at each distance from core 0; and how many meet. */
#include "bench/wake.h"

enum wake_distance wake_distance(const struct machine_core_info *a,
				 const struct machine_core_info *b)
{
	if (a->package != b->package)
		return WAKE_OTHER_PACKAGE;
	if (a->die != b->die)
		return WAKE_SAME_PACKAGE;
	/* An unknown core ID says nothing of being the same core. */
	if (a->core_id != b->core_id || a->core_id < 0)
		return WAKE_SAME_DIE;
	return WAKE_SAME_CORE;
}

const char *wake_distance_name(enum wake_distance distance)
{
	static const char *const name[WAKE_DISTANCES] = {
		[WAKE_SAME_CORE] = "threads of one core",
		[WAKE_SAME_DIE] = "cores of one die",
		[WAKE_SAME_PACKAGE] = "dies of one package",
		[WAKE_OTHER_PACKAGE] = "two packages",
	};

	return name[distance];
}

unsigned wake_partner(unsigned cores, enum wake_distance distance)
{
	for (unsigned i = 1; i < cores; i++)
		if (wake_distance(machine_core_info(0), machine_core_info(i)) ==
		    distance)
			return i;
	return 0;
}

unsigned wake_next_cores(const struct settings *settings, unsigned cores)
{
	if (cores >= settings->cores)
		return 0;
	if (settings->full)
		return cores + 1;
	return 2 * cores < settings->cores ? 2 * cores : settings->cores;
}
