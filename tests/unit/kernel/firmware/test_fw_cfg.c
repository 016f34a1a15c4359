/* SPDX-License-Identifier: MIT */
/* kernel/firmware/{fw_cfg,command_line}.c: options that come from a device's
 * file, and how much of them. */
#include <stdlib.h>
#include <string.h>

#include "kernel/firmware/command_line.h"
#include "kernel/firmware/fw_cfg.h"
#include "kernel/options.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/cases.h"

CASES_OF("tests/unit/kernel/firmware/fw_cfg.cases");

/* ---- the device: its item 19h is the place 1900h, and so on --------------- */

static uint16_t selected;
static size_t at; /* bytes of it that were read */

static void play_outw(uint16_t port, uint16_t value)
{
	selected = port == 0x510 ? value : 0;
	at = 0;
}

static uint8_t play_inb(uint16_t port)
{
	size_t length;
	const uint8_t *item = firmware_at(selected * 0x100u, &length);

	return port == 0x511 && item && at < length ? item[at++] : 0;
}

static void plug_in(void)
{
	fake_insn.out16 = play_outw;
	fake_insn.in8 = play_inb;
}

/* ---- the tests --------------------------------------------------------- */

/* At F00: how much room there is, and which file is wanted. */
static void read_file(void)
{
	size_t size;
	const char *wanted = firmware_at(0xF00, &size);
	char *buffer = calloc(1, (size_t)wanted[0]);

	plug_in();
	say("%zu", fw_cfg_read(wanted + 1, buffer, (size_t)wanted[0]));
	if (*buffer)
		say(" %s", buffer);
}

TEST_OF_CASES(fw_cfg_files, read_file)

OPTION_NUMBER(opt_planted, "planted_by_fw_cfg", 0, 0, 9, "of these tests");

static void complete_command_line(void)
{
	static struct boot_info info;

	plug_in();
	strcpy(info.command_line, "seed=1");
	command_line_read(&info);
	say("%s", info.command_line);
	if (opt_planted.given)
		say(": %lu", (unsigned long)opt_planted.number);
}

TEST_OF_CASES(fw_cfg_options, complete_command_line)

TEST(command_line_that_is_full_stays_as_it_is)
{
	static struct boot_info info;

	plug_in();
	firmware_write("0: 'QEMU'; 1900: 00000001 00000004 00200000 "
		       "'opt/quietcore/cmdline' @68; 2000: 'list'");
	for (size_t room = 0; room < 6; room++) {
		size_t length = sizeof(info.command_line) - 1 - room;
		size_t more = room > 1 ? room : 0;

		memset(info.command_line, 'x', length);
		info.command_line[length] = 0;
		command_line_read(&info);
		CHECK_EQUAL(strlen(info.command_line), length + more);
		CHECK(!strncmp(info.command_line + length, " list", more));
	}
}
