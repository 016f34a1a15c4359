/* SPDX-License-Identifier: MIT */
/* What an experiment concludes. Core 0, outside any run. */
#ifndef BENCH_REPORT_FINDING_H
#define BENCH_REPORT_FINDING_H

#include <stdbool.h>
#include <stdint.h>

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
