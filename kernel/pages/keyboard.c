/* SPDX-License-Identifier: MIT */
#include "kernel/pages/keyboard.h"

#include <stdint.h>

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

/* More than the controller and the keyboard can hold. One that goes on is
 * broken, or not there. */
#define BYTES_MOST 64u

static bool present;
static struct scan_codes codes;

/* False: there is none. The mouse's bytes are taken and left out. */
static bool take_byte(uint8_t *byte)
{
	uint8_t status = inb(KBC_STATUS);

	if (status == KBC_FLOATING || !(status & KBC_STATUS_FULL))
		return false;
	*byte = inb(KBC_DATA);
	if (status & KBC_STATUS_MOUSE)
		*byte = 0; /* is no code */
	return true;
}

void keyboard_init(bool listed)
{
	unsigned left = BYTES_MOST;
	uint8_t byte;

	codes = (struct scan_codes){ 0 };
	if (!listed || inb(KBC_STATUS) == KBC_FLOATING)
		return;
	while (left && take_byte(&byte))
		left--;
	present = left;
}

bool keyboard_present(void)
{
	return present;
}

enum key keyboard_read(void)
{
	enum key key = KEY_NONE;
	uint8_t byte;

	for (unsigned left = BYTES_MOST; present && left && key == KEY_NONE &&
	     take_byte(&byte); left--)
		key = scan_codes_take(&codes, byte);
	return key;
}

/* ---- scan codes -------------------------------------------------------- */

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

enum key scan_codes_take(struct scan_codes *state, uint8_t byte)
{
	if (state->to_skip) {
		state->to_skip--;
		return KEY_NONE;
	}
	if (byte == PREFIX_PAUSE)
		state->to_skip = PAUSE_BYTES;
	for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].code == byte)
			return keys[i].key;
	return KEY_NONE;
}
