/* SPDX-License-Identifier: MIT */
/*
 * Tables of experiments on the screen, cell by cell from left to right:
 *
 *	grid_title("Primes in 1..N on %u cores", cores);
 *	grid_column(-12, "");
 *	grid_column(10, "N = %u", n);
 *	grid_row();
 *	grid_text("%s", name);
 *	grid_milli(value);
 *	grid_row();
 *	grid_note("every list is compared with a sieve's");
 *
 * The names of the columns are cells of the first row, and fix the widths.
 * Core 0, never inside a measurement; one grid at a time.
 */
#ifndef BENCH_REPORT_GRID_H
#define BENCH_REPORT_GRID_H

#include <stdint.h>

#include "kernel/print.h"

#define GRID_COLUMNS_MOST 16u
#define GRID_CELL_MAX 96u /* bytes of a cell's text, with the NUL */

/* An empty line and the title, printf-like; a new grid begins. */
void grid_title(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

/* How many have begun: whether a table above is still the last one. */
unsigned grids_begun(void);

/* A further column. width: of all its cells, the blank before them included;
 * negative: cells stand at its left. Its name, printf-like. Beyond
 * GRID_COLUMNS_MOST: left out, and so are its cells. */
void grid_column(int width, const char *name, ...)
	__attribute__((format(__printf__, 2, 3)));

/* The next cell of the row; a text that is wider than its column stays whole
 * and moves the rest. */
void grid_text(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));
void grid_milli(int64_t thousandths);  /* as text_number(); "-" for TEXT_NULL */
void grid_count(int64_t number);

/* The next cell alone looks like that. */
void grid_style(enum machine_style style);

/* Ends the row, or the names of the columns. */
void grid_row(void);

/* A dim line below, two blanks in, printf-like. */
void grid_note(const char *text, ...)
	__attribute__((format(__printf__, 1, 2)));

#endif
