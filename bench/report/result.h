/* SPDX-License-Identifier: MIT */
/* The records of what was measured: result, histogram, raw samples. */
#ifndef BENCH_REPORT_RESULT_H
#define BENCH_REPORT_RESULT_H

#include "bench/samples/series.h"

/* Of a finished series. */
void record_result(const struct series *series);

/* Thousandths of a tick between two operations of any of the cores; 0 where
 * one core alone took samples. */
int64_t record_together_milli(const struct series *series);

/* The distribution behind a result, in as many parts as it needs. */
void record_histogram(const struct series *series);

/* Every sample as it was taken, in ticks a batch. Before series_finish(). */
void record_samples(const struct series *series);

/* A percentile means something: one operation a sample and enough of them. */
bool record_has_tail(const struct series *series, unsigned per_mille);

#endif
