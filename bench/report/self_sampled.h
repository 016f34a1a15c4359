/* SPDX-License-Identifier: MIT */
/*
 * Results of experiments that take their samples themselves. Core 0, outside
 * any run.
 */
#ifndef BENCH_REPORT_SELF_SAMPLED_H
#define BENCH_REPORT_SELF_SAMPLED_H

#include <stdbool.h>
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

/* What an experiment concludes. */
#define FINDING_SUBJECTS 2u
struct finding {
	const char *experiment, *name;
	const char *unit;      /* "ticks", "iterations", ... */
	int64_t value_milli;   /* thousandths; TEXT_NULL (bench/report/text.h): null */
	const char *subject[FINDING_SUBJECTS]; /* variants it is about, or NULL */
	bool quiet;            /* the record alone: a page shows the value */
};

/* Writes the finding record and, unless quiet, its line on the screen. text:
 * one sentence, printf-like. */
void report_conclusion(const struct finding *finding, const char *text, ...)
	__attribute__((format(__printf__, 2, 3)));

/* The same of no variant in particular, on the screen, too. */
void report_finding(const char *experiment, const char *name,
		    int64_t value_milli, const char *unit,
		    const char *text, ...)
	__attribute__((format(__printf__, 5, 6)));

#endif
