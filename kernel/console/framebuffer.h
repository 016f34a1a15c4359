/* SPDX-License-Identifier: MIT */
/* The display of a UEFI machine: a linear framebuffer. */
#ifndef KERNEL_CONSOLE_FRAMEBUFFER_H
#define KERNEL_CONSOLE_FRAMEBUFFER_H

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

#endif
