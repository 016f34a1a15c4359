/* SPDX-License-Identifier: MIT */
/*
 * The text screen: 80 x 25 cells, the last row a status line. The cells of
 * record are a shadow in ordinary memory; what shows them is only ever written.
 * Each row that is finished goes to the scrollback. It scrolls by several rows
 * at once: in pixels, scrolling is what takes time.
 */
#ifndef KERNEL_CONSOLE_SCREEN_H
#define KERNEL_CONSOLE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/console/display.h"
#include "kernel/print.h"

#define SCREEN_JUMP 8u /* rows it scrolls at once */

/* An empty screen, which nothing shows yet. */
void screen_init(void);

/* Shows the screen, all that was written to it before included. */
void screen_display(display_show_fn *show);

/* Shows all of it once more: the display has changed. */
void screen_again(void);

void screen_write(const char *text, size_t length);
void screen_style(enum machine_style style);
void screen_part(enum machine_part part);
void screen_status(const char *text);
/* Stands at the right end of each status line to come. */
void screen_caution(const char *text);

/* What follows begins at the top: of the screen, and of a page. */
void screen_page(void);

/* Shows these cells in that row instead; NULL: an empty row. */
void screen_show_row(unsigned row, const uint16_t *cells);

#endif
