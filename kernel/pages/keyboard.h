/* SPDX-License-Identifier: MIT */
/*
 * The keyboard, polled at its PS/2 controller (8042), as the firmware left it:
 * in scan code set 1, by translation. A USB keyboard is one where the firmware
 * makes it look so. Nothing waits, and no interrupt is asked for. Core 0, or
 * the one that ends the run; never while anything is measured: where firmware
 * stands in for the controller, each look is an SMI.
 */
#ifndef KERNEL_PAGES_KEYBOARD_H
#define KERNEL_PAGES_KEYBOARD_H

#include <stdbool.h>
#include <stdint.h>

/* Forgets what was pressed before. listed: the firmware says that there is a
 * controller. */
void keyboard_init(bool listed);

/* False: no key will ever come. */
bool keyboard_present(void);

/* The key that was pressed next, of those that have a meaning; KEY_NONE: no
 * more of them. */
enum key keyboard_read(void);

/* ---- scan codes -------------------------------------------------------- */

enum key {
	KEY_NONE, KEY_ESCAPE, KEY_SPACE, KEY_HOME, KEY_END, KEY_PAGE_UP,
	KEY_PAGE_DOWN,
};

/* The key that this byte says was pressed; zero-initialised before the first
 * byte. The number block's keys count, too. */
struct scan_codes { uint8_t to_skip; };
enum key scan_codes_take(struct scan_codes *codes, uint8_t byte);

#endif
