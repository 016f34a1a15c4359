/* SPDX-License-Identifier: MIT */
/* What the parts of `wake` share. Core 0, outside any run, or it is said. */
#ifndef BENCH_EXPERIMENTS_WAKE_WAKE_H
#define BENCH_EXPERIMENTS_WAKE_WAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/harness/row.h"

#define WAKE "wake"

/* The key of a row without parameters. */
#define WAKE_KEY(variant, cores)                                             \
	(&(const struct record_key){ WAKE, variant, cores, NULL })

/* How much of everything, on so many cores. */
struct wake_plan {
	const struct settings *settings;
	unsigned cores;
	bool timeshared;      /* they take turns: little, so that it ends */
	unsigned rounds;
	uint32_t samples;     /* of a round, at most */
	uint64_t ticks;       /* of a round; one sample is always taken */
	uint32_t checks;      /* operations of a validation, at most */
	uint64_t check_ticks; /* its time; the first is always done */
	uint64_t patience;    /* ticks until an answer counts as lost */
};

/* Looks whether so many cores run at the same time. Lives until the next call,
 * and so does what bench_scratch() gives meanwhile. */
const struct wake_plan *wake_plan(const struct settings *settings,
				  unsigned cores);

/* The clock read that ends an operation. Any core. */
uint64_t wake_stop(void);

/* Is the row asked for? If so, it is what the machine does from now on. */
bool wake_wants(const struct wake_plan *plan, const char *variant);

/* Instead of its numbers, if it is asked for. reason: NULL for none: nothing. */
void wake_skip(const struct wake_plan *plan, const char *variant,
	       const char *reason);

/* trial_verdict(); the experiment fails with it. */
bool wake_verdict(const struct record_key *key, const struct proof *proof);

/* The rounds of all rows and their records. */
void wake_measure(const struct wake_plan *plan, struct row *rows,
		  unsigned count);

/* Fields of a row of core 0 and its partner, the last of its cores. */
void wake_log_pair(const void *row);

void wake_pairs(const struct settings *settings);
void wake_ipis(const struct settings *settings);
void wake_barriers(const struct settings *settings);
void wake_deadlines(const struct settings *settings);

#endif
