/* SPDX-License-Identifier: MIT */
/*
 * Where samples=raw asks for it: what an experiment that samples itself has
 * seen, in the log, so that others can reckon all of it again. Each of these
 * writes a `series`, or nothing. Core 0, outside any run, not inside a record.
 */
#ifndef BENCH_HARNESS_RAW_H
#define BENCH_HARNESS_RAW_H

#include <stddef.h>
#include <stdint.h>

#include "bench/report/result.h"
#include "bench/report/series_record.h"

/*
 * The n samples of a result, round after round as its history got them: before
 * anything sorts them all. Nothing where it is not known which sample is of
 * which round.
 */
void raw_record(const struct result *of, const int64_t *samples, size_t n);

/* The same where no record tells of the result: its key and its rounds are
 * enough. Says which rounds were disturbed, too. */
void raw_judged(const struct result *of, const int64_t *samples, size_t n);

/* The samples of one round, as soon as it is done. */
void raw_round(const struct record_key *key, unsigned round,
	       const int64_t *samples, size_t n);

/* Rows of the experiment's own, from which its findings follow. */
void raw_series(const struct series_record *series);

#endif
