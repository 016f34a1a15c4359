/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/report/text.h"

#define FROM 16u       /* one task */
#define PASSES 5u      /* of each, at each N that is tried */
#define PRECISION 16u  /* the bounds end up 1/16 apart */

/* The least of each, taken in turns (ABBA): one of two that differ by little
 * would win by chance where a pass was disturbed. */
static bool compare_at(const struct primes_group *g,
		       const struct primes_subject *subject, uint32_t n,
		       bool *no_slower)
{
	const struct primes_subject *both[] = { &g->subject[0], subject };
	uint64_t least[2] = { UINT64_MAX, UINT64_MAX };

	for (unsigned i = 0; i < PASSES; i++)
		for (unsigned k = 0; k < 2; k++) {
			unsigned which = (i + k) % 2;
			struct primes_pass pass = { .subject = both[which],
						    .cores = g->cores, .n = n };

			if (!primes_run_pass(&pass))
				return primes_warn_wrong(&pass);
			if (pass.wall < least[which])
				least[which] = pass.wall;
		}
	*no_slower = least[1] <= least[0];
	return true;
}

bool primes_find_crossover(const struct primes_group *g,
			   struct primes_subject *s)
{
	uint32_t below = FROM, above = PRIMES_CROSS_MOST;
	bool pays;

	s->crossed = true;
	if (!compare_at(g, s, above, &pays))
		return false;
	if (!pays)
		return true;
	while (above - below > above / PRECISION) {
		uint32_t middle = below + (above - below) / 2;

		/* Over two orders of magnitude the middle is the square root
		 * of the bounds' product, about: an eighth is near enough. */
		if (above / below > 2 * PRECISION)
			middle = above / 8;
		if (!compare_at(g, s, middle, &pays))
			return false;
		*(pays ? &above : &below) = middle;
	}
	s->crossover = (int64_t)above * 1000;
	return true;
}
