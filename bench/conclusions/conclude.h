/* SPDX-License-Identifier: MIT */
/*
 * What an experiment concludes. It names what is compared and hands over the
 * rounds; the gate judges (bench/conclusions/gate.h), and the sentence is made
 * of its judgement, here and nowhere else.
 */
#ifndef BENCH_CONCLUSIONS_CONCLUDE_H
#define BENCH_CONCLUSIONS_CONCLUDE_H

#include "bench/conclusions/conclusion.h"

struct figure; /* bench/report/results.h */

/* Judges; writes the record `finding` and, unless quiet, its line. Core 0,
 * outside any run. */
enum judgement conclude(const struct conclusion *conclusion);

/* The same, and the judgement itself. */
enum judgement conclude_as(const struct conclusion *conclusion,
			   struct judged *judged);

/* The threshold that a conclusion is judged by, thousandths: for who makes the
 * rounds of a CROSSING. */
unsigned conclude_threshold(const struct conclusion *conclusion);

/* A RATIO of the same work twice, of which nothing is said: did the machine
 * drift meanwhile? *judged gets the gate's judgement. */
bool conclude_drifted(const struct conclusion *control, struct judged *judged);

/* A figure that is no matter of time, in thousandths of its unit. */
void conclude_fact(const char *experiment, const char *name, int64_t milli,
		   const char *unit, const char *what);

/* Adds a row as a subject: ticks an operation, or where it is contended between
 * two operations of any core. NULL: it was not measured, and is named only where
 * it was wrong. */
void conclusion_add(struct conclusion *conclusion, const char *name,
		    const struct figure *figure);

#endif
