/* SPDX-License-Identifier: MIT */
/* The log's records (docs/log-format.md), one function a kind. */
#ifndef BENCH_REPORT_RECORD_H
#define BENCH_REPORT_RECORD_H

#include <stdint.h>

#include "bench/bench.h"
#include "bench/config/settings.h"

/* The first record: what ran where. In parts where there are many cores. */
void record_context(const struct settings *settings);

/* One record for each listed core, started or not. */
void record_cores(void);

/* Of the last noise_watch(); when: "before" or "after". */
void record_noise(const char *experiment, const char *when, unsigned cores);

/* Of a cell whose checked is 0 nothing is written if it passed: the same was
 * proven, and recorded, for another variant. */
void record_validation(const struct cell *cell, bool ok);
void record_skipped(const char *experiment, const char *variant,
		    const char *reason);
void record_progress(const char *experiment, const char *variant,
		     uint64_t done, uint64_t of);

/* "ticks", or "instructions" where the machine counts those. */
const char *record_unit(void);

/* The lesser of detected and claimed trust; set by record_context(). */
const char *record_trust(void);

#endif
