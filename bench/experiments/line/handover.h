/* SPDX-License-Identifier: MIT */
/*
 * One pair of cores hands a cache line to and fro: `asker` makes an even
 * count odd, `answerer` makes it even again. A round trip is two hand-overs,
 * so one way is half of it: the two ways of a pair cannot be told apart by
 * one clock. Several lines, each in a page of its own: where a line has its
 * home is part of what a hand-over costs.
 */
#ifndef BENCH_EXPERIMENTS_LINE_HANDOVER_H
#define BENCH_EXPERIMENTS_LINE_HANDOVER_H

#include <stdbool.h>
#include <stdint.h>

#define HANDOVER_LINES 8u
#define HANDOVER_PER_LINE_MAX 128u /* samples */
#define HANDOVER_TRIPS 32u         /* round trips in a sample, at most */
#define HANDOVER_WARM 2u           /* untimed ones before it, at most */

/* How a core hands the line over. */
struct handover_kind {
	const char *variant, *summary;
	bool full_only;

	/* `trips` turns, waiting for the counts first, first + 2, ...; the
	 * asker then waits for the last answer as well. */
	void (*ask)(uint64_t *count, uint64_t first, uint64_t trips);
	void (*answer)(uint64_t *count, uint64_t first, uint64_t trips);
};

extern const struct handover_kind handover_kinds[];
extern const unsigned handover_kind_count;

struct handover_order {
	const struct handover_kind *kind;
	unsigned asker, answerer; /* two different cores */
	uint32_t trips;           /* in a sample, 1 .. HANDOVER_TRIPS */
	uint32_t warm;            /* before a sample: the line is there, the
				     other core waits; 0 .. HANDOVER_WARM */
	uint32_t per_line;        /* samples, 1 .. HANDOVER_PER_LINE_MAX */
	uint64_t ticks;           /* no further sample after that; >= 1 is taken */
};

/* Samples are of 2 * trips hand-overs; they take the lines in turn. */
struct handover_samples {
	unsigned n;
	uint64_t ticks[HANDOVER_LINES * HANDOVER_PER_LINE_MAX];
	uint64_t handed;  /* hand-overs ordered in all, untimed ones included */
	uint64_t counted; /* those the lines count: has to be the same */
};

/* Gets the lines. False: out of bench_scratch(). Core 0. */
bool handover_prepare(void);

/* Runs the pair to its end; the samples stay valid until the next call, in
 * the order they were taken. Core 0. */
struct handover_samples *handover_run(const struct handover_order *order);

#endif
