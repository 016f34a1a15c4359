/* SPDX-License-Identifier: MIT */
/*
 * What the answer page (bench/conclusions/page.h) sums up: the headline, and of
 * each experiment its surest conclusion. Core 0, outside any run.
 */
#ifndef BENCH_CONCLUSIONS_SUMMARY_H
#define BENCH_CONCLUSIONS_SUMMARY_H

#include "bench/conclusions/brief.h"
#include "bench/conclusions/headline.h"

/* Writes the record `headline`, prints sentences and table, keeps them. Nothing
 * where nothing was told. */
void summary_headline(const struct headline *headline);

/* Keeps the line if it is the experiment's surest so far: of equals the first.
 * conclude() calls it. */
void summary_brief(const char *experiment, enum brief_rank rank,
		   const char *line);

/* ---- what was kept ----------------------------------------------------- */

/* In order; NULL past the last one. */
const char *summary_sentence(unsigned index);

/* The table of the headline: its lines, 0 where it has no figures. */
unsigned summary_table_lines(void);
void summary_show_table(void);

struct summary_line {
	enum brief_rank rank; /* BRIEF_NO_ROOM: nothing is told */
	char text[BRIEF_MAX];
};
const struct summary_line *summary_line(const char *experiment);

#endif
