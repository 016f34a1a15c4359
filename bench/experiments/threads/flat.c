/* SPDX-License-Identifier: MIT */
/* Up to how many tasks a core a design's curve stays flat. Pure. */
#include "bench/experiments/threads/threads.h"

#include "bench/conclusions/gate.h"

/* A quarter longer than at the first k: what one boot tells of several cores. */
static int64_t longest_flat(const struct threads_curve *curve, unsigned round)
{
	return curve->point[0].round[THREADS_TOOK][round] * 5 / 4;
}

/* Where a straight line between two points meets a height, in thousandths. */
static int64_t meet(const struct threads_point *a,
		    const struct threads_point *b, unsigned round,
		    int64_t height)
{
	int64_t from = a->round[THREADS_TOOK][round];
	int64_t rise = b->round[THREADS_TOOK][round] - from;

	return (int64_t)a->k * 1000 +
	       (int64_t)(b->k - a->k) * 1000 * (height - from) / rise;
}

int64_t threads_flat_to(const struct threads_curve *curve, unsigned round)
{
	const struct threads_point *p = curve->point;
	int64_t height;

	if (!curve->points || round >= p->rounds || p->disturbed[round])
		return GATE_NO_ROUND;
	height = longest_flat(curve, round);
	for (unsigned i = 1; i < curve->points; i++) {
		if (round >= p[i].rounds || p[i].disturbed[round])
			return GATE_NO_ROUND;
		if (p[i].round[THREADS_TOOK][round] > height)
			return meet(&p[i - 1], &p[i], round, height);
	}
	return GATE_NEVER;
}
