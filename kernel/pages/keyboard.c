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
