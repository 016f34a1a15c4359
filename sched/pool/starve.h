/* SPDX-License-Identifier: MIT */
/*
 * Starvation avoidance, the first policy of a pool (sched/pool/pool.h): where
 * tasks wait and none was taken since the last look, all workers are held up,
 * presumably by tasks that block; one more worker is asked for. As in .NET's
 * thread pool (its gate thread looks each 500 ms).
 *
 * A worker that was added takes a task at once, which the next look sees: so
 * one is added for every second look. Tasks that compute for long look just the
 * same: there it is fooled.
 *
 * A pure function of what is seen; any context.
 */
#ifndef SCHED_POOL_STARVE_H
#define SCHED_POOL_STARVE_H

#include <stdbool.h>
#include <stdint.h>

struct starve {
	uint64_t taken;   /* at the last look */
	bool waited;      /* tasks waited at the last look */
};

/*
 * One look: `pending` tasks wait and `taken` were taken so far. True: add a
 * worker.
 */
static inline bool starve_look(struct starve *starve, uint32_t pending,
			       uint64_t taken)
{
	bool starving = pending && starve->waited && taken == starve->taken;

	starve->waited = pending;
	starve->taken = taken;
	return starving;
}

#endif
