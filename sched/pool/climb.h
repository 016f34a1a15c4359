/* SPDX-License-Identifier: MIT */
/*
 * Hill climbing, the second policy of a pool (sched/pool/pool.h): it tries
 * other worker counts, keeps what raises the throughput and undoes what does
 * not. A pattern search (Hooke and Jeeves, "Direct search", 1961) on one
 * integer: a step that pays is doubled, one that does not is turned round, then
 * halved, and the count it started from is measured again; below a sixteenth of
 * the count the search has settled. (.NET's pool modulates the count and looks
 * for the wave in the throughput; same aim.)
 *
 * More workers pay where the throughput grows by a quarter of what the count
 * grows by, and by more than CLIMB_TOLERANCE. Fewer workers pay where the
 * throughput stays within CLIMB_TOLERANCE of the best: of two counts that do
 * the same, the smaller one wins.
 *
 * Settled, it watches: a throughput that stays off by CLIMB_SHIFT begins the
 * search anew, and each CLIMB_HOLD measurements it tries once whether more
 * workers pay by now, and then whether fewer do.
 *
 * A measurement is the median of CLIMB_SAMPLES samples, so that one in which the
 * cores were elsewhere does no harm, after one that is thrown away: workers come
 * and go meanwhile. A sample should be longer than a task.
 *
 * A pure function of what is seen; any context.
 */
#ifndef SCHED_POOL_CLIMB_H
#define SCHED_POOL_CLIMB_H

#include <stdbool.h>
#include <stdint.h>

#define CLIMB_SAMPLES 3u
#define CLIMB_TOLERANCE 20u   /* 1 / 20 */
#define CLIMB_SHIFT 4u        /* 1 / 4 */
#define CLIMB_HOLD 32u        /* measurements */

struct climb {
	uint32_t least, most;     /* fixed */
	uint32_t base;            /* the best count so far */
	uint32_t trial;           /* what is being measured; base while not */
	uint32_t step;
	bool up;                  /* direction of the trial */
	bool turned;              /* the other direction failed at this step */
	bool settled;
	bool probing;             /* settled, and trying all the same */
	uint32_t held, off;       /* measurements since it settled; in a row
				   * that were off */
	uint64_t base_rate;       /* throughput at base */
	uint64_t best_rate;       /* what fewer workers must come close to */

	uint32_t seen;            /* samples of this measurement */
	uint64_t sample[CLIMB_SAMPLES];
	uint32_t trials;          /* measurements of another count so far */
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
