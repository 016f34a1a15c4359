/* SPDX-License-Identifier: MIT */
/* Private to experiment `line`. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_LINE_LINE_H
#define BENCH_EXPERIMENTS_LINE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/samples/history.h"

/* ---- handover.c: one pair of cores -------------------------------------- */

/*
 * They hand a cache line to and fro: `asker` makes an even count odd,
 * `answerer` makes it even again. A round trip is two hand-overs, so one way
 * is half of it: the two ways of a pair cannot be told apart by one clock.
 * Several lines, each in a page of its own: where a line has its home is part
 * of what a hand-over costs.
 */
#define HANDOVER_LINES 8u
#define HANDOVER_PER_LINE_MAX 128u /* samples */
#define HANDOVER_TRIPS 32u         /* round trips in a sample, at most */
#define HANDOVER_WARM 2u           /* untimed ones before it, at most */

/* How a core hands the line over. */
struct handover_kind {
	/* `trips` turns, waiting for the counts first, first + 2, ...; the
	 * asker then waits for the last answer as well. */
	void (*ask)(uint64_t *count, uint64_t first, uint64_t trips);
	void (*answer)(uint64_t *count, uint64_t first, uint64_t trips);
};

extern const struct handover_kind handover_cas, handover_store, handover_swap,
				  handover_add;

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
	int64_t ticks[HANDOVER_LINES * HANDOVER_PER_LINE_MAX];
	uint64_t handed;  /* hand-overs ordered in all, untimed ones included */
	uint64_t counted; /* those the lines count: has to be the same */
};

/* Gets the lines. False: out of bench_scratch(). */
bool handover_allocate(void);

/* Runs the pair to its end; the samples stay valid until the next call, in
 * the order they were taken. */
struct handover_samples *handover_run(const struct handover_order *order);

/* ---- pairs.c: all pairs of cores ---------------------------------------- */

#define LINE_ROUNDS 8u

/* A pair in a round. */
struct pair_round {
	int64_t ticks, least, most; /* as in struct matrix */
	bool disturbed;      /* by what the counters and its samples say */
};

/* A pair's samples and rounds. */
struct pair_kept {
	unsigned n;
	int64_t ticks[HANDOVER_LINES * HANDOVER_PER_LINE_MAX];
	uint32_t count[LINE_ROUNDS]; /* the history's */
	struct history history;
};
#define PAIRS_KEPT_CORES 4u /* those of up to so many are kept, and reported */

/* Ticks a sample of `batch` hand-overs, at [from * cores + to]; 0 where the
 * two are the same core. Medians of the rounds. */
struct matrix {
	const char *variant;
	unsigned cores;     /* at least 2; fewer than there may be */
	unsigned of;       /* so many there are */
	const unsigned *core; /* their numbers */
	uint32_t batch;
	int64_t *ticks;     /* median of the pair */
	int64_t *least;     /* median of the pair's fastest line */
	int64_t *most;      /* and of its slowest */
	int64_t *all;       /* the medians alone, in any order */
	unsigned rounds;    /* 1 where cores take turns, else LINE_ROUNDS */
	struct pair_round *round; /* see matrix_round() */
	struct pair_kept *kept;   /* by pair; NULL where cores are many */
	int64_t calm_most;  /* a pair above it was disturbed */
};

/*
 * Validates, then fills the matrix, whose variant, cores and arrays are set:
 * LINE_ROUNDS steps of the progress for each pair and, on machines of few
 * cores, a result of each. False: hand-overs were miscounted, and why is a
 * warning.
 */
bool matrix_measure(const struct settings *settings,
		    const struct handover_kind *kind, struct matrix *matrix);

/* Pairs are numbered in order: each core's others are counted past itself. The
 * place in the arrays. */
static inline unsigned matrix_at(const struct matrix *matrix, unsigned pair)
{
	unsigned others = matrix->cores - 1;
	unsigned from = pair / others, to = pair % others;

	return from * matrix->cores + to + (to >= from);
}

static inline struct pair_round *matrix_round(const struct matrix *matrix,
					      unsigned round, unsigned at)
{
	return &matrix->round[round * matrix->cores * matrix->cores + at];
}

/* Does the pair's round count? */
static inline bool matrix_clean(const struct matrix *matrix, unsigned round,
				unsigned at)
{
	const struct pair_round *r = matrix_round(matrix, round, at);

	return !r->disturbed && r->ticks <= matrix->calm_most;
}

/* Was the pair's core away in most rounds? */
static inline bool matrix_disturbed(const struct matrix *matrix, unsigned at)
{
	return matrix->ticks[at] > matrix->calm_most;
}

/* Thousandths of a tick for one hand-over. */
static inline int64_t matrix_milli(const struct matrix *matrix, int64_t ticks)
{
	return ticks * 1000 / matrix->batch;
}

/* ---- matrix.c: its record and page -------------------------------------- */

/* Extremes over the pairs not disturbed, as indices of the arrays; the same
 * one: there are no two. */
struct matrix_ends {
	unsigned fastest, slowest;
};
struct matrix_ends matrix_ends(const struct matrix *matrix);

/* Columns of its result; `of` is the struct matrix: rounds of its fastest pair
 * and of its slowest, of the pairs at each place and of the clusters, and which
 * cores were chosen. Overwrites all. */
void matrix_fields(const void *of);

/* A `series`: from, to (core numbers), ticks, line_least, line_most, and of
 * several rounds the ticks of each, 0 where it does not count. */
void matrix_record(const struct matrix *matrix);

/* For people: the first cores on at most 79 columns, the rest summed up. A
 * pair of the same cluster is shown in another colour, a disturbed one in a
 * third. median: of all pairs. */
void matrix_show(const struct matrix *matrix, const unsigned *cluster,
		 int64_t median);

/* ---- clusters.c: held against what CPUID claims ------------------------- */

/* A `series` of each core's cluster and claimed place. */
void clusters_record(const struct matrix *matrix, const unsigned *cluster);

/* Columns of the matrix' result: how many there are in each round, and which
 * level of CPUID says the same in all. Overwrites m->all. */
void clusters_fields(const struct matrix *matrix);

/* ---- false_sharing.c ---------------------------------------------------- */

/*
 * Two cores, two counters, and so many bytes between them: as long as both
 * lie in one cache line, each increment has to fetch it from the other core
 * although the two share nothing. Validates, measures, reports the variant
 * `false`. False: increments were lost.
 */
bool false_sharing_run(const struct settings *settings, unsigned first,
		       unsigned second);
unsigned false_sharing_steps(void); /* of the progress */

#endif
