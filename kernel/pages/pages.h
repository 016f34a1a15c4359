/* SPDX-License-Identifier: MIT */
/*
 * The whole run in pages of a screen, made of what the scrollback keeps. Rows
 * of a table have its head above them on each page; no page ends with a head
 * or begins with an empty row. Any core, one at a time.
 */
#ifndef KERNEL_PAGES_PAGES_H
#define KERNEL_PAGES_PAGES_H

#include <stdint.h>

/* How many there are; at least 1. */
unsigned pages_count(void);

/* The page that machine_page() began last; 0, the oldest, where it began
 * none. */
unsigned pages_last_begun(void);

/* Its rows are handed over from the top on, SCREEN_TEXT_ROWS of them; cells is
 * NULL for an empty one. */
void pages_show(unsigned page, void (*show)(unsigned row,
					    const uint16_t *cells));

#endif
