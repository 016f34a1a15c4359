/* SPDX-License-Identifier: MIT */
#include "bench/experiments/metg/search.h"

#include "kernel/minmax.h"

#define FINE 64u     /* the last two lengths differ by less than this part */

/* One try: is it enough? Then its granularity is the best so far. */
static bool enough(const struct metg_search *s, unsigned percent, uint64_t n,
		   bool *right, int64_t *ticks)
{
	uint64_t wall = 0, work = s->tasks * n * s->milli;

	*right = s->run(s->of, n, &wall);
	/* Work's share of all cores' time, per mille. */
	if (!*right || work / max_u64(wall * s->cores, 1) < percent * 10u)
		return false;
	*ticks = (int64_t)(wall * s->cores / s->tasks);
	return true;
}

/* Twice as long until it is enough; then between the last two. */
bool metg_find(const struct metg_search *s, unsigned percent, uint64_t *from,
	       int64_t *ticks)
{
	uint64_t high = max_u64(*from, 1), low = 0;
	bool right = true;

	*ticks = 0;
	while (!enough(s, percent, high, &right, ticks)) {
		low = high;
		high *= 2;
		if (!right || high > METG_LONGEST)
			return right;
	}
	while (right && high - low > high / FINE + 1) {
		uint64_t middle = low + (high - low) / 2;

		if (enough(s, percent, middle, &right, ticks))
			high = middle;
		else
			low = middle;
	}
	*from = high;
	return right;
}
