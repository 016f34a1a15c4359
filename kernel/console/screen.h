/* SPDX-License-Identifier: MIT */
/*
 * The text screen: 80 x 25 cells, the last row a status line. The cells of
 * record are a shadow in ordinary memory; what shows them is only ever written.
 * All that scrolled away is kept for screen_show_page(), up to a limit. It
 * scrolls by several rows at once: in pixels, scrolling is what takes time.
 */
#ifndef KERNEL_CONSOLE_SCREEN_H
#define KERNEL_CONSOLE_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/console/display.h"
#include "kernel/print.h"

#define SCREEN_COLUMNS 80u
#define SCREEN_ROWS 25u
#define SCREEN_TEXT_ROWS (SCREEN_ROWS - 1) /* the status line is below */
#define SCREEN_HISTORY 400u                /* rows kept */
#define SCREEN_JUMP 8u                     /* rows it scrolls at once */

/* An empty screen, which nothing shows yet. */
void screen_init(void);

/* Shows the screen, all that was written to it before included. */
void screen_display(display_show_fn *show);

void screen_write(const char *text, size_t length);
void screen_style(enum machine_style style);
void screen_status(const char *text);
/* Stands at the right end of each status line to come. */
void screen_caution(const char *text);

/* What follows begins at the top: of the screen, and of a page. */
void screen_page(void);

/* Pages the history fills; page 0 is the oldest. */
unsigned screen_page_count(void);

/* The page that screen_page() began last; the oldest where it began none. */
unsigned screen_last_begun(void);

/* Shows one page of the history instead of its end. */
void screen_show_page(unsigned page);

#endif
