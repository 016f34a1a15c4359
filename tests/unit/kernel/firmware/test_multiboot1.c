/* SPDX-License-Identifier: MIT */
/* kernel/firmware/multiboot.c on what Multiboot 1 hands over. */
#include "kernel/firmware/multiboot.h"

#include <string.h>

#include "tests/unit/loader.h"
#include "tests/unit/test.h"

static struct boot_info info;

enum { MB1_SIZE = 88, MB1_COMMAND = 16, MB1_MAP_LENGTH = 44, MB1_MAP = 48,
       MB1_LOADER = 64 };
#define MB1_ALL (1u << 2 | 1u << 6 | 1u << 9)

static uint8_t *mb1; /* the information structure */
static const uint8_t *mb1_map;

static void mb1_entry(uint8_t *at, uint32_t size, uint64_t start,
		      uint64_t length, uint32_t type)
{
	put32(at, size);
	put64(at + 4, start);
	put64(at + 12, length);
	put32(at + 20, type);
}

static void mb1_build(const char *command, const uint8_t *map, size_t length)
{
	mb1_map = map;
	mb1 = low_memory(MB1_SIZE);
	put32(mb1, MB1_ALL);
	put32(mb1 + MB1_COMMAND, low(low_string(command)));
	put32(mb1 + MB1_LOADER, low(low_string("loader 1.0")));
	put32(mb1 + MB1_MAP, low(map));
	put32(mb1 + MB1_MAP_LENGTH, (uint32_t)length);
}

static const char *mb1_read(void)
{
	return multiboot_read(&info, MULTIBOOT1_BOOT_MAGIC, (uintptr_t)mb1);
}

/* As QEMU's -kernel writes it. */
static void mb1_usual(const char *command)
{
	uint8_t *map = low_memory(3 * 24);

	mb1_entry(map, 20, 0, 0x9FC00, 1);
	mb1_entry(map + 24, 20, 0x9FC00, 0x400, 2);
	mb1_entry(map + 48, 20, 0x100000, 0x7EE0000, 1);
	mb1_build(command, map, 3 * 24);
}

TEST(multiboot1)
{
	mb1_usual("build/quietcore.elf  seed=1 list");
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.loader, "loader 1.0");
	CHECK_TEXT(info.command_line, "seed=1 list");
	CHECK(!info.command_line_cut);
	CHECK(!info.rsdp && info.framebuffer_known); /* a BIOS's text */
	CHECK_EQUAL(info.framebuffer.type, FRAMEBUFFER_TEXT);
	CHECK(is_reserved(&info, mb1, MB1_LOADER + 4));
	CHECK(is_reserved(&info, info.loader, strlen(info.loader) + 1));
	CHECK(is_reserved(&info, mb1_map, 3 * 24));
	CHECK_TEXT(map_text(&info), "0+9fc00:1 9fc00+400:2 100000+7ee0000:1 ");
	CHECK(!strncmp(free_ranges(&info), "0-9fc00 100000-", 15));
}

/* It names text memory where there is some: under UEFI there is none, and it
 * names nothing. */
TEST(multiboot1_by_grub_2)
{
	mb1_usual("probe list"); /* nor does it name the file */
	mb1 = memcpy(low_memory(MB1_SIZE + 28), mb1, MB1_SIZE);
	put32(mb1 + MB1_LOADER, low(low_string("GRUB 2.06-13")));
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.command_line, "probe list");
	CHECK(!info.framebuffer_known);
	put32(mb1, MB1_ALL | 1u << 12);
	put64(mb1 + MB1_SIZE, 0xB8000);
	memcpy(mb1 + MB1_SIZE + 20, "\x10\x02\0\0\0\0\0\0", 8);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK(info.framebuffer_known);
	CHECK_EQUAL(info.framebuffer.type, FRAMEBUFFER_TEXT);
	memcpy(mb1 + MB1_SIZE + 20, "\x20\x01\x10\x08\x09\x07\x01\x06", 8);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_EQUAL(info.framebuffer.type, FRAMEBUFFER_RGB);
	CHECK_EQUAL(info.framebuffer.address, 0xB8000);
	CHECK_EQUAL(info.framebuffer.bits, 32);
	CHECK_EQUAL(info.framebuffer.red_at, 16);
	CHECK_EQUAL(info.framebuffer.blue_bits, 6);
}

TEST(multiboot1_command_lines)
{
	mb1_usual("");
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.command_line, "");
	mb1_usual("quietcore.elf");
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.command_line, "");
	mb1_usual("quietcore.elf ");
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.command_line, "");
	put32(mb1 + MB1_COMMAND, 0);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.command_line, "");
}

TEST(multiboot1_long_command_line)
{
	static char text[BOOT_COMMAND_MAX + 3] = "x ";

	memset(text + 2, 'a', BOOT_COMMAND_MAX - 1);
	mb1_usual(text);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_EQUAL(strlen(info.command_line), BOOT_COMMAND_MAX - 1);
	CHECK(!info.command_line_cut);
	text[BOOT_COMMAND_MAX + 1] = 'a';
	mb1_usual(text);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_EQUAL(strlen(info.command_line), BOOT_COMMAND_MAX - 1);
	CHECK(info.command_line_cut);
}

TEST(multiboot1_absent_fields)
{
	mb1_usual("x a");
	put32(mb1, 1u << 6);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(info.loader, "");
	CHECK_TEXT(info.command_line, "");
	put32(mb1, MB1_ALL & ~(1u << 6));
	CHECK_TEXT(mb1_read(), "no memory map from the boot loader");
}

TEST(multiboot1_long_entries)
{
	uint8_t *map = low_memory(28 + 24);

	mb1_entry(map, 24, 0x1000, 0x1000, 1); /* with ACPI 3 attributes */
	mb1_entry(map + 28, 20, 0x8000, 0x1000, 1);
	mb1_build("x", map, 28 + 24);
	CHECK_TEXT(mb1_read(), NULL);
	CHECK(!strncmp(free_ranges(&info), "1000-2000 8000-9000 ", 20));
}

/* Sizes that lie: short, past the end, and one that adds up to 0. */
TEST(multiboot1_bad_entries)
{
	static const uint32_t sizes[] = { 0, 19, 1000, 0xFFFFFFFC, UINT32_MAX };
	uint8_t *map = low_memory(2 * 24);

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		mb1_entry(map, 20, 0x1000, 0x1000, 1);
		mb1_entry(map + 24, sizes[i], 0x8000, 0x1000, 1);
		mb1_build("x", map, 2 * 24);
		CHECK_TEXT(mb1_read(), NULL);
		CHECK(!info.memory.overflow);
		CHECK(!strncmp(free_ranges(&info), "1000-2000 ", 10));
	}
	mb1_build("x", map, 2 * 24 - 1); /* the last one is cut */
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(free_ranges(&info), "1000-2000 ");
	mb1_build("x", map, 23);
	CHECK_TEXT(mb1_read(), "no memory map from the boot loader");
}
