/* SPDX-License-Identifier: MIT */
/*
 * The text that a camera takes from the screen after the run, line by line:
 * first the page that sums the run up, each row behind a blank; then lines made
 * of records (kernel/codes/kept_record.h); last `=` and how the run ended.
 * docs/camera.md has the format. Core 0, or the one that ends the run.
 */
#ifndef KERNEL_CODES_KEPT_H
#define KERNEL_CODES_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#define KEPT_HEAD '>'        /* says what the lines below it are of */
#define KEPT_LINE_MOST 640u  /* bytes, without the line feed; more are cut */
#define KEPT_PAGE_MOST 2048u /* bytes of the page's rows */
#define KEPT_END_MOST 64u    /* of the last line */
#define KEPT_LEAST (KEPT_PAGE_MOST + KEPT_LINE_MOST + 1 + KEPT_END_MOST)

/* From now on lines are kept in this memory, which stays its own; in less than
 * KEPT_LEAST nothing is. */
void kept_begin(char *room, size_t bytes);

/* A line, without its line feed. */
void kept_line(const char *line);

/* Has a line been kept, or was there no room for one? */
bool kept_any(void);

/* The next row of the page, in the order they stand; empty ones at its end are
 * left out. */
void kept_page_row(const char *text);

/* All rows of the page are there: adds the last line. Once; nothing is kept
 * afterwards. The text stays. */
const char *kept_end(const char *how, size_t *length);

#endif
