/* SPDX-License-Identifier: MIT */
#include "kernel/pages/scan_codes.h"

/* Prefixes. A key of the block between letters and numbers has the code of its
 * twin among the numbers behind the first one. */
#define PREFIX 0xE0u
#define PREFIX_PAUSE 0xE1u
#define PAUSE_BYTES 2u /* behind its prefix */

/* A key let go has 80h added, which no code here has. */
static const struct { uint8_t code, key; } keys[] = {
	{ 0x01, KEY_ESCAPE }, { 0x39, KEY_SPACE }, { 0x47, KEY_HOME },
	{ 0x4F, KEY_END }, { 0x49, KEY_PAGE_UP }, { 0x51, KEY_PAGE_DOWN },
};

enum key scan_codes_take(struct scan_codes *codes, uint8_t byte)
{
	if (codes->to_skip) {
		codes->to_skip--;
		return KEY_NONE;
	}
	if (byte == PREFIX_PAUSE)
		codes->to_skip = PAUSE_BYTES;
	for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].code == byte)
			return keys[i].key;
	return KEY_NONE;
}
