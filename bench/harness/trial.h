/* SPDX-License-Identifier: MIT */
/*
 * What experiments share that take their samples themselves, and the runner
 * with them: begin, verdict, rounds, report.
 *
 *	trial_begin(&key);
 *	if (!enough memory)
 *		return trial_skip_memory(&key);
 *	if (!trial_verdict(&key, &(struct proof){ ... }))
 *		return false;
 *	ok = trial_rounds(&plan, &done);
 *	trial_report(&(struct result){ .key = key, ... }, samples, n);
 *
 * Core 0, outside any run, where nothing else is said. One at a time.
 */
#ifndef BENCH_HARNESS_TRIAL_H
#define BENCH_HARNESS_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/proof/proven.h"
#include "bench/report/key.h"
#include "bench/report/result.h"
#include "bench/samples/history.h"

/* From now on the machine does that: what a panic names and the screen's
 * bottom line shows. The experiment's name lives on; the variant's is copied. */
void trial_begin(const struct record_key *key);

/* What was begun last. */
const struct record_key *trial_begun(void);

/* So many of the steps that the experiment's steps() promised are done of what
 * was begun last; 0: only a word now and then. Core 0, also inside a run. */
void trial_step(unsigned steps);

/* Instead of numbers: the record `skipped`, and a line that says why. Always
 * false. */
bool trial_skip(const struct record_key *key, const char *reason);

/* The same where bench_scratch() or scratch_keep() had too little: says how
 * much was asked for and how much was left. */
bool trial_skip_memory(const struct record_key *key);

/* ---- verdict ----------------------------------------------------------- */

/*
 * Writes the verdict before anything is timed, and remembers it: all rows of
 * the primitive are marked from now on. DISPROVEN is a warning
 * `validation_failed` and a line, too. Is it to be timed? False only then.
 */
bool trial_verdict(const struct record_key *key, const struct proof *proof);

/* A wrong answer while it was timed: remembered, and the same warning,
 * printf-like. No line, no record. Always false. */
bool trial_wrong(const struct record_key *key, const char *why, ...)
	__attribute__((format(__printf__, 2, 3)));

/* What a body saw go wrong while it was timed (cell->wrong): the row fails, and
 * with it its primitive. Told once of a cell. False. */
bool trial_went_wrong(struct cell *cell);

/* ---- rounds ------------------------------------------------------------ */

struct rounds {
	unsigned subjects;
	unsigned wanted;     /* the first is always done */
	unsigned most;       /* further ones, until `fill`; 0: only those */
	unsigned timeshared; /* at most, where cores are; 0 counts as 1 */
	uint64_t fill;       /* time stamp: further ones begin before it */
	uint64_t until;      /* time stamp: past it none begins but the first;
			      * 0: no bound */
};

/* Does another round begin, after so many? now: time stamp. */
bool rounds_go_on(const struct rounds *rounds, unsigned done, uint64_t now,
		  bool timeshared);

/* Forwards and backwards in turn (ABBA): a drift hits all alike. The subject
 * of the index-th place in a round. */
static inline unsigned rounds_turn(unsigned subjects, unsigned round,
				   unsigned index)
{
	return round % 2 ? subjects - 1 - index : index;
}

/* Ticks of one of so many equal shares of the budget, between bounds. */
uint64_t trial_box(const struct settings *settings, uint64_t shares,
		   uint64_t least_ms, uint64_t most_ms);

struct trial_rounds {
	struct rounds rounds;
	unsigned steps;       /* of the progress, a pass of the rounds that are
			       * wanted; further ones count none */

	/* Before a round. Optional. */
	void (*before)(void *of, unsigned round);

	/* One pass of a subject. False ends all: it was wrong, or the subject
	 * is out. */
	bool (*pass)(void *of, unsigned subject, unsigned round);
	void *of;
};

/* Rounds of all subjects in ABBA order; *done gets those that all subjects
 * finished: but one where the run is to end. False if a pass was. */
bool trial_rounds(const struct trial_rounds *plan, unsigned *done);

/* ---- report ------------------------------------------------------------ */

/* The record and, unless quiet, the row of the table; with what is known of the
 * primitive. */
void trial_tell(const struct result *result);

/* The same of n >= 1 samples, in ticks a sample, which it sorts; fills in the
 * summary. Returns their median. With samples=raw it writes them, too. */
int64_t trial_report(const struct result *of, int64_t *samples, size_t n);

#endif
