/* SPDX-License-Identifier: MIT */
/*
 * A list that keeps to its columns: "a, b, c and 7 more". What no longer fits
 * is counted, never cut; qc has the same (tools/quietcore/terminal/text.py).
 */
#ifndef BENCH_CONFIG_LISTED_H
#define BENCH_CONFIG_LISTED_H

#include <stdbool.h>
#include <stddef.h>

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
