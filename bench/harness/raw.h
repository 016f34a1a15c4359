/* SPDX-License-Identifier: MIT */
/*
 * Where samples=raw asks for it: the samples of an experiment that takes them
 * itself, in the log, as record_samples() writes the runner's
 * (bench/report/result.h).
 */
#ifndef BENCH_HARNESS_RAW_H
#define BENCH_HARNESS_RAW_H

#include <stddef.h>
#include <stdint.h>

#include "bench/report/result.h"

/*
 * Writes the n samples of a result, round after round as its history got them:
 * before anything sorts them all. Nothing where it is not known which sample
 * is of which round. Core 0, outside any run, not inside a record.
 */
void raw_record(const struct result *of, const int64_t *samples, size_t n);

#endif
