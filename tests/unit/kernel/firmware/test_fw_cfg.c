/* SPDX-License-Identifier: MIT */
/* kernel/firmware/{fw_cfg,command_line}.c on a device of two files: options
 * that come from there, and how much of them. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define FIRST_FILE 0x20u

/* ---- the device -------------------------------------------------------- */

static struct {
	const char *signature, *name[2], *text[2];
	uint16_t selected;
	uint32_t at;             /* bytes of it that were read */
} device;

static uint8_t byte_of(uint32_t value, uint32_t index)
{
	return (uint8_t)(value >> (24 - 8 * index));
}

static uint8_t directory_byte(uint32_t at)
{
	uint32_t file = (at - 4) / 64, in = (at - 4) % 64;

	if (at < 4)
		return byte_of(2, at);
	if (in < 4)
		return byte_of((uint32_t)strlen(device.text[file]), in);
	if (in < 8)
		return in < 6 ? byte_of(FIRST_FILE + file, in - 2) : 0;
	return in - 8 < strlen(device.name[file]) ?
	       (uint8_t)device.name[file][in - 8] : 0;
}

static void apart_outw(uint16_t port, uint16_t value)
{
	CHECK_EQUAL(port, 0x510);
	device.selected = value;
	device.at = 0;
}

static uint8_t apart_inb(uint16_t port)
{
	uint32_t at = device.at++;
	const char *text;

	CHECK_EQUAL(port, 0x511);
	if (device.selected == 0x19)
		return directory_byte(at);
	text = device.selected ? device.text[device.selected - FIRST_FILE]
			       : device.signature;
	return at < strlen(text) ? (uint8_t)text[at] : 0;
}

#define outw apart_outw
#define inb apart_inb
#define fw_cfg_present apart_present
#define fw_cfg_read apart_read
#define command_line_read apart_command_line
#include "kernel/firmware/fw_cfg.c"
#include "kernel/firmware/command_line.c"

/* ---- a file ------------------------------------------------------------ */

#define X10 "xxxxxxxxxx"
#define X55 X10 X10 X10 X10 X10 "xxxxx"

/* A name has 56 bytes, and the last one is none of its letters. */
static const struct {
	const char *signature, *there, *wanted, *text;
} files[] = {
	{ "QEMU", "opt/mine", "opt/mine", "some words" },
	{ "QEMU", "opt/mine", "opt/other", "other words" },
	{ "QEMU", "opt/mine", "opt/none", "" },
	{ "QEMU", X55 "x", X55, "some words" },
	{ "QEMU", X55 "x", X55 "x", "" },
	{ "", "opt/mine", "opt/mine", "" },
	{ "QEMV", "opt/mine", "opt/mine", "" },
	{ "\xff\xff\xff\xff", "opt/mine", "opt/mine", "" },
};

static void there_is(const char *signature, const char *name, const char *text)
{
	device.signature = signature;
	device.name[0] = "opt/other";
	device.text[0] = "other words";
	device.name[1] = name;
	device.text[1] = text;
}

TEST(fw_cfg_reads_the_file_of_a_name)
{
	for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char buffer[32] = "";

		there_is(files[i].signature, files[i].there, "some words");
		CHECK_EQUAL(apart_read(files[i].wanted, buffer, sizeof(buffer)),
			    strlen(files[i].text));
		CHECK_TEXT(buffer, files[i].text);
	}
}

TEST(fw_cfg_cuts_a_file_that_does_not_fit)
{
	char buffer[16];

	there_is("QEMU", "opt/mine", "some words");
	for (size_t size = 1; size < 13; size++) {
		size_t length = size > 10 ? 10 : size - 1;

		memset(buffer, 'x', sizeof(buffer));
		CHECK_EQUAL(apart_read("opt/mine", buffer, size), length);
		CHECK(!memcmp(buffer, "some words", length));
		CHECK_EQUAL(buffer[length], 0);
		CHECK_EQUAL(buffer[size], 'x');
	}
}

/* ---- the command line -------------------------------------------------- */

OPTION_NUMBER(opt_planted, "planted_by_fw_cfg", 0, 0, 9, "of these tests");

static struct boot_info info;

static const char *completed(const char *words)
{
	strcpy(info.command_line, words);
	apart_command_line(&info);
	return info.command_line;
}

TEST(command_line_is_followed_by_the_options_of_fw_cfg)
{
	there_is("QEMU", "opt/another", "planted_by_fw_cfg=7 list");
	CHECK_TEXT(completed("seed=1"), "seed=1");
	CHECK(!opt_planted.given);
	device.name[1] = "opt/quietcore/cmdline";
	CHECK_TEXT(completed("seed=1"), "seed=1 planted_by_fw_cfg=7 list");
	CHECK(opt_planted.given);
	CHECK_EQUAL(opt_planted.number, 7);
}

TEST(command_line_that_is_full_stays_as_it_is)
{
	char words[BOOT_COMMAND_MAX];

	there_is("QEMU", "opt/quietcore/cmdline", "list");
	for (size_t room = 0; room < 6; room++) {
		size_t length = sizeof(words) - 1 - room;
		size_t more = room > 1 ? room : 0;

		memset(words, 'x', length);
		words[length] = 0;
		completed(words);
		CHECK_EQUAL(strlen(info.command_line), length + more);
		CHECK(!strncmp(info.command_line + length, " list", more));
	}
}
