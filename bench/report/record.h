/* SPDX-License-Identifier: MIT */
/* The log's records (docs/log-format.md), one function a kind. */
#ifndef BENCH_REPORT_RECORD_H
#define BENCH_REPORT_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/config/settings.h"
#include "bench/report/key.h"
#include "bench/proof/proven.h"

/* The first record: what ran where. In parts where there are many cores. */
void record_context(const struct settings *settings);

/* One record for each listed core, started or not. */
void record_cores(void);

/* Of the last noise_watch(); when: "before" or "after". */
void record_noise(const char *experiment, const char *when, unsigned cores);

/*
 * The fields experiment, variant, cores, params, unit; after log_begin().
 * mode: first of the params, NULL for none. unit: NULL for the machine's
 * (record_unit()), "" for no such field. Core 0.
 */
void log_key(const struct record_key *key, const char *mode, const char *unit);

/* The field primitive, where it is not the variant; NULL: it is. */
void log_primitive(const struct record_key *key, const char *primitive);

/* Of a proof without operations nothing is written unless it failed: the same
 * was checked, and recorded, for another variant. */
void record_validation(const struct record_key *key, const struct proof *proof);
void record_skipped(const struct record_key *key, const char *reason);
void record_progress(const struct record_key *key, uint64_t done, uint64_t of);

/* "ticks", or "instructions" where the machine counts those. */
const char *record_unit(void);

/* The lesser of detected and claimed trust; set by record_context(). */
const char *record_trust(void);

#endif
