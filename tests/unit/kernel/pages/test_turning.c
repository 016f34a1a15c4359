/* SPDX-License-Identifier: MIT */
/* kernel/pages/{scan_codes,turning,keyboard}.c: from bytes to pages. */
#include "kernel/pages/turning.h"

#include <stdint.h>
#include <string.h>

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

/* ---- bytes ------------------------------------------------------------- */

static struct scan_codes codes;

/* The only key that these bytes hold; KEY_NONE where they hold none. */
static enum key key_of(const uint8_t *bytes, size_t count)
{
	enum key found = KEY_NONE;

	for (size_t i = 0; i < count; i++) {
		enum key key = scan_codes_take(&codes, bytes[i]);

		CHECK(!key || !found);
		found = key ? key : found;
	}
	return found;
}

#define KEY_OF(...)                                                          \
	key_of((const uint8_t[]){ __VA_ARGS__ },                             \
	       sizeof((const uint8_t[]){ __VA_ARGS__ }))

TEST(scan_codes_of_each_key_count_once)
{
	CHECK_EQUAL(KEY_OF(0x01, 0x81), KEY_ESCAPE);
	CHECK_EQUAL(KEY_OF(0x39, 0xB9), KEY_SPACE);
	CHECK_EQUAL(KEY_OF(0xE0, 0x47, 0xE0, 0xC7), KEY_HOME);
	CHECK_EQUAL(KEY_OF(0xE0, 0x4F, 0xE0, 0xCF), KEY_END);
	CHECK_EQUAL(KEY_OF(0xE0, 0x49, 0xE0, 0xC9), KEY_PAGE_UP);
	CHECK_EQUAL(KEY_OF(0xE0, 0x51, 0xE0, 0xD1), KEY_PAGE_DOWN);
	CHECK_EQUAL(KEY_OF(0x49, 0xC9), KEY_PAGE_UP); /* the number block's */
	/* With NumLock on, keyboards put a false shift around. */
	CHECK_EQUAL(KEY_OF(0xE0, 0x2A, 0xE0, 0x51, 0xE0, 0xD1, 0xE0, 0xAA),
		    KEY_PAGE_DOWN);
}

TEST(scan_codes_of_other_keys_and_of_none_are_no_key)
{
	CHECK_EQUAL(KEY_OF(0x1E, 0x9E, 0xE0, 0x48, 0xE0, 0xC8), KEY_NONE);
	CHECK_EQUAL(KEY_OF(0x00, 0xFF, 0xFA, 0xAA, 0xEE, 0xFE), KEY_NONE);
	/* Pause: the code of a key that has no meaning, then NumLock's. */
	CHECK_EQUAL(KEY_OF(0xE1, 0x1D, 0x45, 0xE1, 0x9D, 0xC5), KEY_NONE);
	CHECK_EQUAL(KEY_OF(0xE1, 0x01, 0x39), KEY_NONE); /* they are skipped */
	CHECK_EQUAL(KEY_OF(0x01), KEY_ESCAPE); /* and no more than they */
}

/* ---- pages ------------------------------------------------------------- */

static struct turning turning;

static unsigned after(enum key key)
{
	turning_key(&turning, key);
	return turning.page;
}

TEST(turning_goes_round_by_itself_until_a_key_is_pressed)
{
	turning = (struct turning){ 2, 3, false };
	turning_wait(&turning);
	CHECK_EQUAL(turning.page, 0);
	CHECK_EQUAL(after(KEY_NONE), 0);
	turning_wait(&turning);
	CHECK_EQUAL(turning.page, 1);
	CHECK_EQUAL(after(KEY_PAGE_UP), 0);
	turning_wait(&turning);
	CHECK_EQUAL(turning.page, 0);
	CHECK_EQUAL(after(KEY_ESCAPE), 0);
	turning_wait(&turning);
	CHECK_EQUAL(turning.page, 1);
}

TEST(turning_by_keys_ends_at_both_ends_but_space_goes_round)
{
	turning = (struct turning){ 1, 3, false };
	CHECK_EQUAL(after(KEY_PAGE_DOWN), 2);
	CHECK_EQUAL(after(KEY_PAGE_DOWN), 2);
	CHECK_EQUAL(after(KEY_SPACE), 0);
	CHECK_EQUAL(after(KEY_PAGE_UP), 0);
	CHECK_EQUAL(after(KEY_SPACE), 1);
	CHECK_EQUAL(after(KEY_END), 2);
	CHECK_EQUAL(after(KEY_HOME), 0);
	turning = (struct turning){ 0, 1, false };
	CHECK_EQUAL(after(KEY_SPACE), 0);
	CHECK_EQUAL(after(KEY_PAGE_DOWN), 0);
}

/* ---- the controller ---------------------------------------------------- */

static struct {
	bool floating, endless;
	uint8_t byte[16];
	unsigned bytes, at, mouse; /* from that byte on it is the mouse's */
	unsigned reads;
} device;

static uint8_t apart_inb(uint16_t port)
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

#define inb apart_inb
#define keyboard_init keyboard_begin_apart
#define keyboard_present keyboard_present_apart
#define keyboard_read keyboard_read_apart
#include "kernel/pages/keyboard.c"

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
	present = false;
}

TEST(keyboard_gives_the_keys_in_order)
{
	plug_in();
	keyboard_begin_apart(true);
	CHECK(keyboard_present_apart());
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
	type("\x1E\x9E\x39\xB9\xE0\x49\xE0\xC9", 8);
	CHECK_EQUAL(keyboard_read_apart(), KEY_SPACE);
	CHECK_EQUAL(keyboard_read_apart(), KEY_PAGE_UP);
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
}

TEST(keyboard_forgets_what_was_pressed_before)
{
	plug_in();
	type("\x01\x81", 2);
	keyboard_begin_apart(true);
	CHECK(keyboard_present_apart());
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
}

TEST(keyboard_takes_no_byte_of_the_mouse_for_a_key)
{
	plug_in();
	keyboard_begin_apart(true);
	device.mouse = 1;
	type("\x39\x01\x39", 3);
	CHECK_EQUAL(keyboard_read_apart(), KEY_SPACE);
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
	CHECK_EQUAL(device.at, 3); /* they are gone all the same */
}

TEST(keyboard_that_is_not_there_hangs_nobody)
{
	plug_in();
	device.floating = true;
	keyboard_begin_apart(true);
	CHECK(!keyboard_present_apart());
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
	plug_in();
	type("\x39", 1);
	keyboard_begin_apart(false); /* the firmware says so: nobody looks */
	CHECK(!keyboard_present_apart());
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
	CHECK_EQUAL(device.reads, 0);
}

TEST(keyboard_that_never_stops_is_none)
{
	plug_in();
	device.endless = true;
	keyboard_begin_apart(true);
	CHECK(!keyboard_present_apart());
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
	plug_in(); /* broken later: each read ends */
	keyboard_begin_apart(true);
	device.endless = true;
	device.floating = true;
	CHECK_EQUAL(keyboard_read_apart(), KEY_NONE);
}
