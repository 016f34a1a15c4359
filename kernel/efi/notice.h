/* SPDX-License-Identifier: MIT */
/* One line on the screen, while the firmware has the machine. */
#ifndef KERNEL_EFI_NOTICE_H
#define KERNEL_EFI_NOTICE_H

#include <stdint.h>

/*
 * Draws it where the boot loader's tags say that the pixels are. The firmware's
 * own letters would be garbled: a boot loader that sets the adapter itself does
 * not tell the firmware. In its world, which maps them.
 */
void notice_draw(uint32_t magic, uintptr_t information, const char *text);

#endif
