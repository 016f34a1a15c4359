/* SPDX-License-Identifier: MIT */
/* One line on the screen, while the firmware has the machine. */
#ifndef KERNEL_EFI_NOTICE_H
#define KERNEL_EFI_NOTICE_H

#include <stdint.h>

struct boot_info;

/*
 * Draws it where the boot loader's tags say that the pixels are. The firmware's
 * own letters would be garbled: a boot loader that sets the adapter itself does
 * not tell the firmware. In its world, which maps them. `boot` is memory for what
 * the tags say: for this call alone, and too much of it for the image.
 */
void notice_draw(struct boot_info *boot, uint32_t magic, uintptr_t information,
		 const char *text);

#endif
