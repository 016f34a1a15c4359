/* SPDX-License-Identifier: MIT */
/* The display of a BIOS: text memory at 0xB8000. */
#ifndef KERNEL_CONSOLE_TEXT_MEMORY_H
#define KERNEL_CONSOLE_TEXT_MEMORY_H

#include "kernel/console/display.h"

/* Hides the cursor. The adapter is in mode 3, as a BIOS leaves it. */
display_show_fn *text_memory_open(void);

/* The last cell; NULL: it was not opened. */
volatile uint16_t *text_memory_cell(void);

#endif
