/* SPDX-License-Identifier: MIT */
/* What bench/harness/trial.h replaces, for experiments that do not yet use it. */
#ifndef BENCH_HARNESS_TRIAL_OLD_H
#define BENCH_HARNESS_TRIAL_OLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"
#include "bench/report/finding.h"

struct report {
	const char *experiment, *variant;
	const char *per;            /* what one operation is */
	const struct param *params; /* NULL for none */
	unsigned cores;
	uint32_t batch;             /* operations a sample */
	unsigned method;            /* see struct variant */
	uint64_t overhead;          /* ticks a sample, not subtracted */
	bool quiet;                 /* record only, no row in the table */
	void (*fields)(const struct cell *cell); /* see struct variant */
};

uint64_t report_samples(const struct report *report, uint64_t *samples,
			size_t n);
void report_keys(const struct report *report);
void old_validation(const struct cell *cell, bool ok);
void old_skipped(const char *experiment, const char *variant,
		 const char *reason);
void old_note(const char *variant, const char *text);
void old_progress(const char *experiment, const char *variant, uint64_t steps);

#endif
