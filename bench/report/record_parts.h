/* SPDX-License-Identifier: MIT */
/* A long array over several lines: which elements go into which part. */
#ifndef BENCH_REPORT_RECORD_PARTS_H
#define BENCH_REPORT_RECORD_PARTS_H

#include <stddef.h>

#include "kernel/log.h"

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

#endif
