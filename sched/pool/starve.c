/* SPDX-License-Identifier: MIT */
#include "sched/pool/starve.h"

bool starve_look(struct starve *starve, uint32_t pending, uint64_t taken)
{
	bool starving = pending && starve->waited && taken == starve->taken;

	starve->waited = pending;
	starve->taken = taken;
	return starving;
}
