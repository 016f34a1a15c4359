/* SPDX-License-Identifier: MIT */
/* The display of a UEFI machine, and of a BIOS by VBE: a linear framebuffer. */
#ifndef KERNEL_CONSOLE_FRAMEBUFFER_H
#define KERNEL_CONSOLE_FRAMEBUFFER_H

#include "kernel/codes/qr_matrix.h"
#include "kernel/console/display.h"
#include "kernel/firmware/multiboot.h"

/*
 * Maps the framebuffer and makes it black. NULL where nothing can be shown
 * there; *problem says why. After memory_init(), on the boot core, once.
 */
display_show_fn *framebuffer_open(const struct boot_framebuffer *framebuffer,
				  const char **problem);

/* The first cell's first one, or what 32 bits of it there are; NULL: it was not
 * opened. */
volatile uint32_t *framebuffer_pixel(void);

/* QR codes that have room side by side; 0: it was not opened, or is too
 * small. */
unsigned framebuffer_codes(void);

/*
 * From now on the screen's first and last row stand at the edges, and codes in
 * between; or all of its rows, as ever. Makes it black: the caller shows all
 * cells again.
 */
void framebuffer_make_room(bool for_codes);

/* Draws a code into that place, counted from the left. */
void framebuffer_draw_code(unsigned place, const struct qr *qr);

#endif
