/* SPDX-License-Identifier: MIT */
#include "bench/experiments/metg/pattern.h"

#include <stdint.h>

#include "kernel/minmax.h"

#define PERIOD 3u      /* steps after which spread and random repeat */
#define SCATTER 2654435769u /* 2^32 over the golden ratio (Knuth 6.4) */

/* ---- which ones ---------------------------------------------------------- */

static unsigned needs_nothing(unsigned width, unsigned step, unsigned column,
			      unsigned need[METG_NEEDS])
{
	(void)width, (void)step, (void)column, (void)need;
	return 0;
}

static unsigned needs_itself(unsigned width, unsigned step, unsigned column,
			     unsigned need[METG_NEEDS])
{
	(void)width, (void)step;
	need[0] = column;
	return 1;
}

static unsigned needs_neighbours(unsigned width, unsigned step, unsigned column,
				 unsigned need[METG_NEEDS])
{
	unsigned n = 0;

	(void)step;
	for (unsigned i = column ? column - 1 : 0;
	     i <= column + 1 && i < width; i++)
		need[n++] = i;
	return n;
}

static unsigned needs_parent(unsigned width, unsigned step, unsigned column,
			     unsigned need[METG_NEEDS])
{
	(void)width, (void)step;
	need[0] = column / 2;
	return 1;
}

/* Of a fast Fourier transform: butterflies, twice as wide each step. */
static unsigned needs_butterfly(unsigned width, unsigned step, unsigned column,
				unsigned need[METG_NEEDS])
{
	unsigned stages = 0, reach, n = 0;

	while (1u << stages < width)
		stages++;
	reach = 1u << (stages ? (step - 1) % stages : 0);
	if (column >= reach)
		need[n++] = column - reach;
	need[n++] = column;
	if (column + reach < width)
		need[n++] = column + reach;
	return n;
}

/* Evenly over the width; all but the first move on with the steps. */
static unsigned needs_spread(unsigned width, unsigned step, unsigned column,
			     unsigned need[METG_NEEDS])
{
	for (unsigned i = 0; i < METG_NEEDS; i++)
		need[i] = (column + i * width / METG_NEEDS +
			   (i ? step % PERIOD : 0)) % width;
	return METG_NEEDS;
}

/* One of four, by the two highest bits of a hash. */
static bool drawn(unsigned step, unsigned from, unsigned to)
{
	uint32_t word = ((step % PERIOD) << 20) + (from << 10) + to;

	return !(word * SCATTER >> 30);
}

/* Itself, and by chance the two on either side: the same in every run. */
static unsigned needs_some_nearest(unsigned width, unsigned step,
				   unsigned column, unsigned need[METG_NEEDS])
{
	unsigned side = METG_NEEDS / 2, n = 0;

	for (unsigned i = column > side ? column - side : 0;
	     i <= column + side && i < width; i++)
		if (i == column || drawn(step, i, column))
			need[n++] = i;
	return n;
}

const struct metg_pattern metg_pattern[METG_PATTERNS] = {
	{ "trivial", "tasks that need nothing", needs_nothing, false },
	{ "no_comm", "each task needs that of its own column", needs_itself,
	  false },
	{ "stencil_1d", "each needs its own column and both beside it",
	  needs_neighbours, false },
	{ "tree", "one task, then two, four, ..: each needs its parent",
	  needs_parent, true },
	{ "fft", "butterflies: columns 1, 2, 4, .. away", needs_butterfly,
	  false },
	{ "spread", "each needs five columns, evenly spread", needs_spread,
	  false },
	{ "random_nearest", "each needs its own and some of four nearest",
	  needs_some_nearest, false },
};

/* ---- how wide -------------------------------------------------------------- */

unsigned metg_columns(const struct metg_pattern *pattern, unsigned width,
		      unsigned step)
{
	if (!pattern->grows || step >= 31)
		return width;
	return (unsigned)min_u64(width, 1u << step);
}
