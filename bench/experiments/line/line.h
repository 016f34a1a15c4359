/* SPDX-License-Identifier: MIT */
/* Private to experiment `line`. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_LINE_LINE_H
#define BENCH_EXPERIMENTS_LINE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"

/*
 * handover.c: two cores hand a cache line to and fro. `asker` makes an even count
 * odd, `answerer` makes it even again. A round trip is two hand-overs, so one
 * way is half of it: the two ways of a pair cannot be told apart by one clock.
 * Several lines, each in a page of its own: where a line has its home is part
 * of what a hand-over costs.
 */
#define HANDOVER_LINES 8u
#define HANDOVER_SAMPLES_MAX (HANDOVER_LINES * 128u)

/* How: a core's `trips` turns, waiting for the counts first, first + 2, ...; the
 * asker then waits for the last answer as well. */
struct handover_kind {
	void (*ask)(uint64_t *count, uint64_t first, uint64_t trips);
	void (*answer)(uint64_t *count, uint64_t first, uint64_t trips);
};
extern const struct handover_kind handover_cas, handover_store, handover_swap,
				  handover_add;

struct handover {
	const struct handover_kind *kind;
	unsigned asker, answerer; /* two different cores */
	uint32_t trips;    /* in a sample, which is 2 * trips hand-overs */
	uint32_t warm;     /* before: the line is there, the other core waits */
	uint32_t per_line; /* samples, at most; they take the lines in turn */
	uint64_t ticks;    /* no further sample after that; >= 1 is taken */

	/* What the run brought: samples, hand-overs ordered, untimed ones
	 * included, and those the lines count: as many. */
	unsigned n;
	uint64_t handed, counted;
};

bool handover_allocate(void); /* the lines; false: out of bench_scratch() */
void handover_run(struct handover *order, int64_t *samples);

/* matrix.c: all pairs of `cores` of `of` cores. False: out of memory. */
bool matrix_begin(const unsigned *core, unsigned cores, unsigned of);
/* Validates, measures and reports them. Unless it is NULL, slowest gets the cores
 * of the slowest pair. False: hand-overs were miscounted. */
bool matrix_measure(const struct settings *settings, const char *variant,
		    const struct handover_kind *kind, unsigned *slowest);
#define LINE_ROUNDS 8u /* so many steps of the progress a pair */

/* false_sharing.c: of two cores. False: increments were lost. */
bool false_sharing_run(const struct settings *settings, const unsigned *cores);
unsigned false_sharing_steps(void);

#endif
