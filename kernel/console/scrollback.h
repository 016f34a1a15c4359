/* SPDX-License-Identifier: MIT */
/*
 * The rows of the screen from the first one on, packed, for pages after the
 * run (kernel/pages/pages.h). Where its room ends the oldest are forgotten.
 * Any core, one at a time.
 */
#ifndef KERNEL_CONSOLE_SCROLLBACK_H
#define KERNEL_CONSOLE_SCROLLBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/console/display.h"
#include "kernel/print.h"

/* Less room than one row may take is none. */
#define SCROLLBACK_ROW_MAX (3u + 3u * SCREEN_COLUMNS)

struct scrollback_row {
	enum machine_part part;
	bool begins_page;
	uint16_t cells[SCREEN_COLUMNS];
};

/* Rows are kept from now on, in this memory, which stays its own. */
void scrollback_begin(void *room, size_t bytes);

void scrollback_add(const struct scrollback_row *row);

/* Rows that are forgotten. */
uint64_t scrollback_forgotten(void);

/* Where the oldest row lies. */
uint64_t scrollback_oldest(void);

/* The row that lies there; *at then leads to the next one. False: there is
 * none. */
bool scrollback_read(uint64_t *at, struct scrollback_row *row);

#endif
