/* SPDX-License-Identifier: MIT */
/* A sentence on the screen before there is a console. */
#ifndef KERNEL_CONSOLE_NOTICE_H
#define KERNEL_CONSOLE_NOTICE_H

#include <stdint.h>

/*
 * Draws it, in two rows at most, where the boot loader says that the pixels are;
 * nothing where it names none, or none that an address of so many bits reaches.
 * Uses no static memory. A firmware's own letters would be garbled: a boot loader
 * that sets the adapter itself does not tell the firmware.
 */
void notice_draw(uint32_t magic, uintptr_t information, unsigned address_bits,
		 uint8_t attribute, const char *text);

#endif
