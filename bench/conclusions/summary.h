/* SPDX-License-Identifier: MIT */
/*
 * What the last screen says: the headline, the main finding of each experiment,
 * the noise of the cores. A run without a headline has none. Core 0, outside any
 * run.
 */
#ifndef BENCH_CONCLUSIONS_SUMMARY_H
#define BENCH_CONCLUSIONS_SUMMARY_H

#include "bench/conclusions/headline.h"

/* Writes the record `headline`, prints sentences and table, keeps them. Nothing
 * where nothing was told. */
void summary_headline(const struct headline *headline);

/* Keeps the sentence if it is the experiment's surest so far: of equals the
 * first. conclude() calls it. The name stays the caller's. */
void summary_finding(const char *experiment, enum judgement verdict,
		     const char *sentence);

/* Prints the last screen, all but its last line: that is table_end()'s. */
void summary_show(unsigned cores);

#endif
