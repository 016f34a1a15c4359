/* SPDX-License-Identifier: MIT */
/* kernel/pages/{scan_codes,turning,keyboard}.c: from bytes to pages. */
#include "kernel/pages/turning.h"

#include <stdint.h>
#include <string.h>

#include "kernel/pages/keyboard.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

/* ---- bytes ------------------------------------------------------------- */

/* In turn: the only key that these bytes hold; none where they hold none. */
static const struct { const char *bytes; unsigned count; enum key key; }
typed[] = {
	{ "\x01\x81", 2, KEY_ESCAPE }, { "\x39\xB9", 2, KEY_SPACE },
	{ "\xE0\x47\xE0\xC7", 4, KEY_HOME }, { "\xE0\x4F\xE0\xCF", 4, KEY_END },
	{ "\xE0\x49\xE0\xC9", 4, KEY_PAGE_UP },
	{ "\xE0\x51\xE0\xD1", 4, KEY_PAGE_DOWN },
	{ "\x49\xC9", 2, KEY_PAGE_UP }, /* the number block's */
	/* With NumLock on, keyboards put a false shift around. */
	{ "\xE0\x2A\xE0\x51\xE0\xD1\xE0\xAA", 8, KEY_PAGE_DOWN },
	{ "\x1E\x9E\xE0\x48\xE0\xC8", 6, KEY_NONE },
	{ "\x00\xFF\xFA\xAA\xEE\xFE", 6, KEY_NONE },
	/* Pause: the code of a key that has no meaning, then NumLock's. */
	{ "\xE1\x1D\x45\xE1\x9D\xC5", 6, KEY_NONE },
	{ "\xE1\x01\x39", 3, KEY_NONE }, /* they are skipped, */
	{ "\x01", 1, KEY_ESCAPE }, /* and no more than they */
};

TEST(scan_codes_of_each_key_count_once)
{
	struct scan_codes codes = { 0 };

	EACH_ROW(i, typed) {
		enum key found = KEY_NONE;

		for (unsigned k = 0; k < typed[i].count; k++) {
			enum key key = scan_codes_take(&codes,
						(uint8_t)typed[i].bytes[k]);

			CHECK(!key || !found);
			found = key ? key : found;
		}
		CHECK_EQUAL(found, typed[i].key);
	}
}

/* ---- pages ------------------------------------------------------------- */

enum { TIME = 99 }; /* passes, and no key is pressed */

/* A page of so many; the keys, and the page behind each. */
static const struct {
	struct turning from;
	unsigned keys[8], pages[8], count;
} turnings[] = {
	/* It goes round by itself until a key is pressed, and on Escape again. */
	{ { 2, 3, false },
	  { TIME, KEY_NONE, TIME, KEY_PAGE_UP, TIME, KEY_ESCAPE, TIME },
	  { 0, 0, 1, 0, 0, 0, 1 }, 7 },
	/* Keys end at both ends, but Space goes round. */
	{ { 1, 3, false },
	  { KEY_PAGE_DOWN, KEY_PAGE_DOWN, KEY_SPACE, KEY_PAGE_UP, KEY_SPACE,
	    KEY_END, KEY_HOME }, { 2, 2, 0, 0, 1, 2, 0 }, 7 },
	{ { 0, 1, false }, { KEY_SPACE, KEY_PAGE_DOWN }, { 0, 0 }, 2 },
};

TEST(turning_goes_by_itself_or_by_keys)
{
	for (unsigned i = 0; i < 3; i++) {
		struct turning t = turnings[i].from;

		for (unsigned k = 0; k < turnings[i].count; k++) {
			if (turnings[i].keys[k] == TIME)
				turning_wait(&t);
			else
				turning_key(&t, turnings[i].keys[k]);
			CHECK_EQUAL(t.page, turnings[i].pages[k]);
		}
	}
}

/* ---- the controller ---------------------------------------------------- */

static struct {
	bool floating, endless;
	uint8_t byte[16];
	unsigned bytes, at, mouse; /* from that byte on it is the mouse's */
	unsigned reads;
} device;

static uint8_t play_inb(uint16_t port)
{
	CHECK(++device.reads < 10000); /* or it hangs */
	if (device.floating)
		return 0xFF;
	if (port == 0x64) {
		bool full = device.endless || device.at < device.bytes;

		return (uint8_t)(0x14 | full |
				 (device.at >= device.mouse ? 0x20 : 0));
	}
	CHECK_EQUAL(port, 0x60);
	return device.endless ? 0x01 : device.byte[device.at++];
}

static void type(const char *bytes, unsigned count)
{
	memcpy(device.byte, bytes, count);
	device.bytes = count;
	device.at = 0;
}

static void plug_in(void)
{
	memset(&device, 0, sizeof(device));
	device.mouse = 16;
	fake_insn.in8 = play_inb;
}

TEST(keyboard_takes_no_byte_of_the_mouse_for_a_key)
{
	plug_in();
	keyboard_init(true);
	device.mouse = 1;
	type("\x39\x01\x39", 3);
	CHECK_EQUAL(keyboard_read(), KEY_SPACE);
	CHECK_EQUAL(keyboard_read(), KEY_NONE);
	CHECK_EQUAL(device.at, 3); /* they are gone all the same */
}

TEST(keyboard_that_is_not_there_hangs_nobody)
{
	plug_in();
	device.floating = true;
	keyboard_init(true);
	CHECK(!keyboard_present());
	CHECK_EQUAL(keyboard_read(), KEY_NONE);
	plug_in();
	type("\x39", 1);
	keyboard_init(false); /* the firmware says so: nobody looks */
	CHECK(!keyboard_present());
	CHECK_EQUAL(keyboard_read(), KEY_NONE);
	CHECK_EQUAL(device.reads, 0);
}

TEST(keyboard_that_never_stops_is_none)
{
	plug_in();
	device.endless = true;
	keyboard_init(true);
	CHECK(!keyboard_present());
	CHECK_EQUAL(keyboard_read(), KEY_NONE);
	plug_in(); /* broken later: each read ends */
	keyboard_init(true);
	device.endless = true;
	device.floating = true;
	CHECK_EQUAL(keyboard_read(), KEY_NONE);
}
