/* SPDX-License-Identifier: MIT */
/*
 * What shows the screen's cells (kernel/console/screen.h). There are two: the
 * adapter's text memory, and pixels in a framebuffer.
 */
#ifndef KERNEL_CONSOLE_DISPLAY_H
#define KERNEL_CONSOLE_DISPLAY_H

#include <stdint.h>

#define SCREEN_COLUMNS 80u
#define SCREEN_ROWS 25u
#define SCREEN_TEXT_ROWS (SCREEN_ROWS - 1) /* the status line is below */

/* Codes are those of code page 437, which adapters have in their ROM. */
#define DISPLAY_CODES 256u

/* A cell as text memory has it: background, foreground, code. */
#define CELL_PLAIN 0x07u /* the colours of MACHINE_PLAIN */
#define CELL_CODE(cell) ((cell) & 0xFFu)
#define CELL_INK(cell) ((cell) >> 8 & 0xFu)
#define CELL_PAPER(cell) ((cell) >> 12 & 0xFu)

/*
 * Shows cells from (row, column) on, which all lie in that row. What it does
 * is done when it returns. Any core, one at a time.
 */
typedef void display_show_fn(unsigned row, unsigned column,
			     const uint16_t *cells, unsigned count);

#endif
