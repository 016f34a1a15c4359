/* SPDX-License-Identifier: MIT */
/*
 * Long arrays in the log: over several lines, and with rows left out where the
 * log's line is slow: a real serial line takes 11,520 bytes a second. What a
 * result or a finding says is never left out. Core 0.
 */
#ifndef BENCH_REPORT_THIN_H
#define BENCH_REPORT_THIN_H

#include <stdbool.h>

#include "kernel/log.h"

/* ---- which elements go into which line --------------------------------- */

/* Lines that so many elements need, at most `most` in each; at least one. */
static inline unsigned parts_of(unsigned elements, unsigned most)
{
	return elements ? (elements + most - 1) / most : 1;
}

/* The element after the last of a part; parts count from 0 here. */
static inline unsigned part_end(unsigned part, unsigned elements,
				unsigned most)
{
	unsigned end = (part + 1) * most;

	return end < elements ? end : elements;
}

/* In the log they count from 1; nothing is said where one line is enough. */
static inline void log_part(unsigned part, unsigned parts)
{
	if (parts == 1)
		return;
	log_number("part", part + 1);
	log_number("parts", parts);
}

/* What the numbers of a series' rows are. */
static inline void log_column_names(const char *const *column, unsigned count)
{
	log_array("columns");
	for (unsigned i = 0; i < count; i++)
		log_text(NULL, column[i]);
	log_array_end();
}

/* ---- which rows stay --------------------------------------------------- */

#define THIN_ROWS 16u    /* of a series that stay, at most */
#define THIN_PACE 20000u /* bytes a second: a slower line is a slow one */

/* Which of so many rows stay: the first, each step-th from there, the last. */
struct thin {
	unsigned rows, step, kept;
};

/* Pure: at most so many stay, two at least. */
struct thin thin_to(unsigned rows, unsigned most);

/* True if series are to be thinned now, by the option or by the line. */
bool thin_wanted(void);

/*
 * Of a series of this log: all rows, or where that is wanted THIN_ROWS. The
 * first time that rows are left out a warning says so: not inside a record.
 */
struct thin thin_if(bool wanted, unsigned rows);
struct thin thin_rows(unsigned rows); /* if thin_wanted() */

/* The number of a row that stays, by its place among those. */
static inline unsigned thin_row(const struct thin *thin, unsigned kept)
{
	unsigned row = kept * thin->step;

	return row < thin->rows ? row : thin->rows - 1;
}

/* The field `thinned`, where rows were left out. */
void thin_log(const struct thin *thin);

#endif
