/* SPDX-License-Identifier: MIT */
/*
 * Scan code set 1, byte by byte, as far as pages are turned by it (IBM PS/2
 * technical reference, keyboards). Pure.
 */
#ifndef KERNEL_PAGES_SCAN_CODES_H
#define KERNEL_PAGES_SCAN_CODES_H

#include <stdint.h>

enum key {
	KEY_NONE, KEY_ESCAPE, KEY_SPACE, KEY_HOME, KEY_END, KEY_PAGE_UP,
	KEY_PAGE_DOWN,
};

/* The key that this byte says was pressed; zero-initialised before the first
 * byte. The number block's keys count, too. */
struct scan_codes { uint8_t to_skip; };
enum key scan_codes_take(struct scan_codes *codes, uint8_t byte);

#endif
