/* SPDX-License-Identifier: MIT */
/* Text for people over several lines. */
#ifndef BENCH_CONFIG_WRAP_H
#define BENCH_CONFIG_WRAP_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How much of text stands on a line of that width: up to a blank, all of it
 * where it fits, and a word that is wider by itself is cut. Pure.
 */
size_t wrap_line(const char *text, size_t width);

/*
 * Prints text from that column on, as many lines as it takes, the further
 * ones after `indent` blanks; ends the last line. Core 0, never inside a
 * measurement.
 */
void wrap_print(const char *text, unsigned column, unsigned indent);

/* ---- a list on a line -------------------------------------------------- */

struct listed {
	char *text;       /* columns + 1 bytes */
	size_t columns;
	unsigned all;     /* how many will be added */
	unsigned shown;
	size_t length;
	bool full;
};

/* A further one, unless one before it had no room. */
void listed_add(struct listed *list, const char *name);

/* " and 7 more". */
void listed_end(struct listed *list);

#endif
