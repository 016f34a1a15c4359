/* SPDX-License-Identifier: MIT */
/*
 * Results of experiments that take their samples themselves. Core 0, outside
 * any run.
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"

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

/* Writes result record and table row of n >= 1 samples, in ticks a sample,
 * which it sorts. Returns their median. */
uint64_t report_samples(const struct report *report, uint64_t *samples,
			size_t n);

/* The result's keys, for a `series` or a `finding` about the same question:
 * after log_begin(). */
void report_keys(const struct report *report);

/* A finding record and its line on the screen. value_milli: thousandths, null
 * for TEXT_NULL (bench/text.h); unit: "ticks", "iterations", ... text: one
 * sentence. printf-like. */
void report_finding(const char *experiment, const char *name,
		    int64_t value_milli, const char *unit,
		    const char *text, ...)
	__attribute__((format(__printf__, 5, 6)));

/* The record alone: where a page of the experiment's own shows the value. */
void report_quietly(const char *experiment, const char *name,
		    int64_t value_milli, const char *unit,
		    const char *text, ...)
	__attribute__((format(__printf__, 5, 6)));

#endif
