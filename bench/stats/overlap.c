/* SPDX-License-Identifier: MIT */
#include "bench/stats/overlap.h"

#include <stdbool.h>

static bool there(const struct overlap_side *side, unsigned i)
{
	return side->length[i] <= side->longest;
}

static uint64_t busy(const struct overlap_side *side)
{
	uint64_t ticks = 0;

	for (unsigned i = 0; i < side->n; i++)
		if (there(side, i))
			ticks += side->length[i];
	return ticks;
}

static uint64_t end_of(const struct overlap_side *side, unsigned i)
{
	return side->start[i] + side->length[i];
}

static uint64_t both(const struct overlap_side *a, unsigned i,
		     const struct overlap_side *b, unsigned j)
{
	uint64_t from = a->start[i] > b->start[j] ? a->start[i] : b->start[j];
	uint64_t to = end_of(a, i) < end_of(b, j) ? end_of(a, i)
						  : end_of(b, j);

	return to > from && there(a, i) && there(b, j) ? to - from : 0;
}

unsigned overlap_permille(const struct overlap_side *a,
			  const struct overlap_side *b)
{
	uint64_t mine = busy(a), other = busy(b), shared = 0;
	unsigned i = 0, j = 0;

	while (i < a->n && j < b->n) {
		shared += both(a, i, b, j);
		if (end_of(a, i) < end_of(b, j))
			i++;
		else
			j++;
	}
	if (other < mine)
		mine = other;
	return mine ? (unsigned)(shared * 1000 / mine) : 0;
}
