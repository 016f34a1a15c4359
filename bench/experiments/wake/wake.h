/* SPDX-License-Identifier: MIT */
/*
 * What the parts of the experiment `wake` share: how much of it, what cannot
 * run here, and the way from samples to records. Core 0, outside any run,
 * where nothing else is said.
 */
#ifndef BENCH_EXPERIMENTS_WAKE_WAKE_H
#define BENCH_EXPERIMENTS_WAKE_WAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/harness/trial.h"
#include "bench/report/record.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"

#define WAKE "wake"
#define WAKE_SAMPLES 512u /* at most, of a row */
#define WAKE_ROUNDS 10u   /* six clean ones: with fewer nothing is sure */

/* The key of a row without parameters. */
#define WAKE_KEY(variant, cores)                                             \
	(&(const struct record_key){ WAKE, variant, cores, NULL })

/* How much of everything; for so many cores. */
struct wake_plan {
	const struct settings *settings;
	unsigned cores;
	uint32_t samples;   /* of a row: 1 .. WAKE_SAMPLES */
	unsigned rounds;    /* they are taken in; 1 where cores take turns */
	bool timeshared;    /* so many cores take turns */
	uint32_t checks;    /* operations of a validation, at most */
	uint64_t check_ticks; /* its time; the first is always done */
	uint64_t ticks;     /* of a row's samples; one a round is always taken */
	uint64_t patience;  /* ticks until an answer counts as lost */
};

/* Looks whether so many cores are there at the same time: few samples else. */
struct wake_plan wake_plan(const struct settings *settings, unsigned cores);

/* Two clock reads that enclose an operation. Any core. */
uint64_t wake_stop(void);

/* Is the row asked for? If so, it is what the machine does from now on. */
bool wake_wants(const struct wake_plan *plan, const char *variant);

/* Instead of its numbers, if it is asked for. reason: NULL for none: nothing. */
void wake_skip(const struct wake_plan *plan, const char *variant,
	       const char *reason);

/* The result of n samples of `batch` operations, in ticks, and of the history
 * of their rounds; returns the median of those samples. */
int64_t wake_report(const struct record_key *key, const char *per,
		    uint32_t batch, const struct history *history,
		    int64_t *samples, uint32_t n);

/* The same of core 0 and a partner: names the pair in params and record. */
struct wake_pair_row {
	const char *variant, *per;
	unsigned partner;
	int64_t hint;           /* of MWAIT; -1 for none */
	bool skew;              /* a difference of two cores' stamps */
};
int64_t wake_report_pair(const struct wake_pair_row *row,
			 const struct history *history, int64_t *samples,
			 uint32_t n);

/* ---- the parts: false if an answer was wrong --------------------------- */

bool wake_pairs(const struct settings *settings);
bool wake_ipis(const struct settings *settings);
bool wake_barriers(const struct settings *settings);
bool wake_deadlines(const struct settings *settings);

#endif
