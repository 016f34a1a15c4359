/* SPDX-License-Identifier: MIT */
/* kernel/firmware/multiboot.c on what Multiboot 1 and 2 and PVH hand over. */
#include "kernel/firmware/multiboot.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/cases.h"
#include "tests/unit/loader.h"

CASES_OF("tests/unit/kernel/firmware/multiboot.cases");

static struct boot_info info;

static void say_screen(const struct boot_framebuffer *f)
{
	say(" screen %u at %lx %ux%u*%u of %u", f->type, f->address, f->width,
	    f->height, f->bits, f->pitch);
	say(", red %u:%u green %u:%u blue %u:%u", f->red_at, f->red_bits,
	    f->green_at, f->green_bits, f->blue_at, f->blue_bits);
}

/* Of Multiboot 1 a BIOS's text is left out. */
static void read_boot(uint32_t magic)
{
	bool by_1 = magic == MULTIBOOT1_BOOT_MAGIC;
	const char *problem = multiboot_read(&info, magic, LOADER_AT);

	say("%s:%s%s%s", info.loader, *info.command_line ? " " : "",
	    info.command_line, memory_text(&info));
	if (info.rsdp)
		say(" rsdp %u", ((const uint8_t *)info.rsdp)[15]);
	if (info.smbios)
		say(" smbios %.*s", (int)info.smbios_size,
		    (const char *)info.smbios);
	if (info.efi_system_table)
		say(" efi %lx", info.efi_system_table);
	if (info.framebuffer_known && (info.framebuffer.bits || !by_1))
		say_screen(&info.framebuffer);
	if (!info.framebuffer_known && by_1)
		say(" no screen");
	if (problem)
		say(" %s", problem);
}

static void look1(void)
{
	read_boot(MULTIBOOT1_BOOT_MAGIC);
}

static void look2(void)
{
	read_boot(MULTIBOOT2_BOOT_MAGIC);
}

static void look_at_pvh(void)
{
	read_boot(PVH_BOOT_MAGIC);
}

TEST_OF_CASES(multiboot1, look1)
TEST_OF_CASES(multiboot2, look2)
TEST_OF_CASES(pvh, look_at_pvh)

static void find_tag(void)
{
	uint32_t size = 99;
	const void *tag = multiboot2_tag(LOADER_AT, MULTIBOOT2_EFI64, &size);

	if (tag)
		say("%u:%.*s", size, (int)size, (const char *)tag);
	if (multiboot2_tag(LOADER_AT, MULTIBOOT2_EFI_SERVICES, &size))
		say(" services");
}

TEST_OF_CASES(multiboot2_tag, find_tag)

TEST(multiboot_wrong_magic)
{
	CHECK_TEXT(multiboot_read(&info, 0, 0),
		   "not started by a Multiboot loader");
	CHECK_TEXT(info.loader, "");
}

/* ---- what has any length ------------------------------------------------ */

TEST(multiboot1_a_command_line_that_is_too_long_is_cut)
{
	static char text[BOOT_COMMAND_MAX + 200] =
		"20000000: d=44 @16 d=20001000 @44 d=18 d=20002000 @68; "
		"20002000: d=14 q=0 q=9FC00 d=1; 20001000: 'x ";
	char *end = text + strlen(text);

	for (size_t i = 1; i <= BOOT_COMMAND_MAX; i++) {
		strcpy(end++, "a' 0");
		if (i < BOOT_COMMAND_MAX - 1)
			continue;
		firmware_write(text);
		CHECK_TEXT(multiboot_read(&info, MULTIBOOT1_BOOT_MAGIC,
					  LOADER_AT), NULL);
		CHECK_EQUAL(strlen(info.command_line), BOOT_COMMAND_MAX - 1);
		CHECK_EQUAL(info.command_line_cut, i == BOOT_COMMAND_MAX);
	}
}

/* More ranges than are told: the first ones are. Where half of them are free,
 * the others are still one list. */
TEST(multiboot2_a_map_without_end_is_cut)
{
	for (unsigned types = 1; types <= 2; types++) {
		char text[40 * 300] = "20000000: tags [6 d=18 d=0 ";
		char *end = text + strlen(text);

		for (unsigned i = 0; i < 300; i++)
			end += sprintf(end, "q=%X q=1000 q=%u ", i * 0x2000 /
				       types, 1 + i % types);
		strcpy(end, "] [0 ]");
		firmware_write(text);
		CHECK_TEXT(multiboot_read(&info, MULTIBOOT2_BOOT_MAGIC,
					  LOADER_AT), NULL);
		CHECK_EQUAL(info.ranges, MEMMAP_ENTRIES);
		CHECK(info.map_cut);
		CHECK_EQUAL(info.memory.overflow, types == 1);
	}
	CHECK_EQUAL(info.memory.available.count, 150);
}
