/* SPDX-License-Identifier: MIT */
/*
 * Hill climbing, the second policy of a pool (sched/pool/pool.h): it tries
 * other worker counts, keeps what raises the throughput and undoes what does
 * not. A pattern search (Hooke and Jeeves, "Direct search", 1961) on one
 * integer. A step doubles the count or halves it; when neither pays the step is
 * halved, and below a quarter of the count the search has settled.
 *
 * Two counts are compared as .NET's pool does it (Hellerstein, Morrison and
 * Eilebrecht, "Optimizing concurrency levels in the .NET ThreadPool", 2008, and
 * its successor): a wave of the count, two samples low and two high, and only
 * what of the throughput follows the wave counts. What drifts or hits both halves
 * does no harm. .NET weighs a move by the noise beside the wave's frequency.
 * Here each pair of samples, a low one and a high one, is a vote, and one side
 * has to lead by three votes (Wald, "Sequential tests of statistical
 * hypotheses", 1945): three pairs where it is calm, up to CLIMB_PAIRS where it
 * is not, then the majority. No sample weighs more for being far off.
 *
 * The larger count wins a pair where the throughput grows by more than 15 per
 * cent of what the count grows by, as published.
 *
 * Settled, it watches: a throughput that stays off by CLIMB_SHIFT begins the
 * search anew, and each CLIMB_HOLD samples it tries once whether more workers
 * pay by now, and then whether fewer do.
 *
 * The first sample after a change begins when what ran before it has ended.
 *
 * A pure function of what is seen; any context.
 */
#ifndef SCHED_POOL_CLIMB_H
#define SCHED_POOL_CLIMB_H

#include <stdbool.h>
#include <stdint.h>

#define CLIMB_PAIRS 12u       /* of samples, in a comparison at most */
#define CLIMB_SHIFT 4u        /* 1 / 4 */
#define CLIMB_HOLD 64u        /* samples */

struct climb {
	uint32_t least, most;     /* fixed */
	uint32_t base;            /* the best count so far */
	uint32_t other;           /* what it is compared with */
	uint32_t trial;           /* the one of them in use */
	uint32_t part;            /* a step is 1 / part of the count */
	bool up;                  /* other is above base */
	bool turned;              /* the other direction failed at this step */
	bool settled;
	bool probing;             /* settled, and trying all the same */
	uint32_t held, off;       /* samples since it settled; in a row that
				   * were off */
	bool second;              /* of a pair is to come */
	uint64_t first_rate;      /* the pair's first */
	uint64_t base_rate;       /* throughput at base, a sliding mean */
	uint64_t other_rate;
	int32_t lead;             /* pairs for other, less those for base */
	uint32_t pairs;           /* of this comparison */
	uint32_t trials;          /* comparisons so far */
};

/* Begins at `count` workers, least <= count <= most. */
void climb_init(struct climb *climb, uint32_t least, uint32_t most,
		uint32_t count);

/* Somebody else has set the count: the search begins anew from there. */
void climb_force(struct climb *climb, uint32_t count);

/*
 * One sample: the throughput (any unit) with the count that was returned last,
 * measured while tasks were always waiting. Returns the count to use.
 */
uint32_t climb_sample(struct climb *climb, uint64_t rate);

#endif
