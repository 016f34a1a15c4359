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

#include "bench/bench.h"
#include "bench/report/finding.h"
#include "bench/config/settings.h"
#include "kernel/machine.h"

#define WAKE "wake"
#define WAKE_SAMPLES 512u /* at most, of a row */

/* How much of everything; for so many cores. */
struct wake_plan {
	const struct settings *settings;
	unsigned cores;
	uint32_t samples;   /* of a row: 1 .. WAKE_SAMPLES */
	bool timeshared;    /* so many cores take turns: no findings then */
	uint32_t checks;    /* operations of a validation, at most */
	uint64_t check_ticks; /* its time; the first is always done */
	uint64_t ticks;     /* of a row's samples; the first is always taken */
	uint64_t patience;  /* ticks until an answer counts as lost */
};

/* Looks whether so many cores are there at the same time: few samples else.
 * Records say so from now on, by wake_fields(). */
struct wake_plan wake_plan(const struct settings *settings, unsigned cores);
void wake_fields(const struct cell *cell);

/* Two clock reads that enclose an operation. Any core. */
uint64_t wake_stop(void);

/* Ticks of so many microseconds; a guess where the clock is unknown. */
uint64_t wake_ticks(uint64_t microseconds);

/* Is the row asked for? If so, it is what the machine does from now on. */
bool wake_wants(const struct wake_plan *plan, const char *variant);

/* Instead of a row's numbers. Always false. */
bool wake_skip(const char *variant, const char *reason);

/* The verdict on a row: property, what it was to have. Returns ok; a failure
 * is a warning, too, which ends in `what`. */
bool wake_validated(const char *variant, const char *property, unsigned cores,
		    uint64_t operations, bool ok, const char *what);

/* A row of core 0 and a partner: names the pair in params and record, and
 * keeps the median in *p50. */
struct wake_pair_row {
	const char *variant, *per;
	unsigned partner;
	int64_t hint;           /* of MWAIT; -1 for none */
	bool skew;              /* a difference of two cores' stamps */
};
uint64_t wake_report_pair(const struct wake_pair_row *row, uint64_t *samples,
			  uint32_t n);

/* ---- the parts: false if an answer was wrong --------------------------- */

bool wake_pairs(const struct settings *settings);
bool wake_ipis(const struct settings *settings);
bool wake_barriers(const struct settings *settings);
bool wake_deadlines(const struct settings *settings);

#endif
