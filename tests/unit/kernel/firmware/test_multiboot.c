/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/multiboot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/unit/test.h"

static struct boot_info info;

static char ranges[512];

static void found(uint64_t start, uint64_t end, void *arg)
{
	size_t length = strlen(ranges);

	(void)arg;
	snprintf(ranges + length, sizeof(ranges) - length, "%lx-%lx ", start,
		 end);
}

static const char *free_ranges(void)
{
	ranges[0] = 0;
	memmap_free(&info.memory, 0, UINT64_MAX, found, NULL);
	return ranges;
}

/* The map as the loader gave it. */
static const char *map_text(void)
{
	ranges[0] = 0;
	for (unsigned i = 0; i < info.ranges; i++) {
		const struct machine_range *r = &info.range[i];
		size_t length = strlen(ranges);

		snprintf(ranges + length, sizeof(ranges) - length,
			 "%lx+%lx:%u ", r->base, r->length, r->type);
	}
	return ranges;
}

/* What an entry of type "unavailable" says of an address range. */
static bool is_reserved(const void *start, size_t length)
{
	for (unsigned i = 0; i < info.memory.entries; i++) {
		const struct memmap_entry *e = &info.memory.entry[i];

		if (!e->available && e->start <= (uintptr_t)start &&
		    e->end >= (uintptr_t)start + length)
			return true;
	}
	return false;
}

/* ---- building ---------------------------------------------------------- */

/*
 * Below 4 GiB, as Multiboot has 32-bit pointers, and right before a page that
 * faults.
 */
static uint8_t *low_memory(size_t size)
{
	size_t pages = (size + 4095) & ~4095ul;
	uint8_t *memory = mmap(NULL, pages + 4096, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (memory == MAP_FAILED || mprotect(memory + pages, 4096, PROT_NONE))
		abort();
	return memory + pages - size;
}

static uint32_t low(const void *address)
{
	return (uint32_t)(uintptr_t)address;
}

static const char *low_string(const char *text)
{
	return memcpy(low_memory(strlen(text) + 1), text, strlen(text) + 1);
}

static void put32(uint8_t *at, uint32_t value)
{
	memcpy(at, &value, sizeof(value));
}

static void put64(uint8_t *at, uint64_t value)
{
	memcpy(at, &value, sizeof(value));
}

/* ---- Multiboot 1 ------------------------------------------------------- */

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
	CHECK(is_reserved(mb1, MB1_LOADER + 4));
	CHECK(is_reserved(info.loader, strlen(info.loader) + 1));
	CHECK(is_reserved(mb1_map, 3 * 24));
	CHECK_TEXT(map_text(), "0+9fc00:1 9fc00+400:2 100000+7ee0000:1 ");
	CHECK(!strncmp(free_ranges(), "0-9fc00 100000-", 15));
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
	CHECK(!strncmp(free_ranges(), "1000-2000 8000-9000 ", 20));
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
		CHECK(!strncmp(free_ranges(), "1000-2000 ", 10));
	}
	mb1_build("x", map, 2 * 24 - 1); /* the last one is cut */
	CHECK_TEXT(mb1_read(), NULL);
	CHECK_TEXT(free_ranges(), "1000-2000 ");
	mb1_build("x", map, 23);
	CHECK_TEXT(mb1_read(), "no memory map from the boot loader");
}

/* ---- Multiboot 2 ------------------------------------------------------- */

static uint8_t mb2[8192] __attribute__((aligned(8)));
static uint32_t mb2_at;

static void mb2_begin(void)
{
	memset(mb2, 0xEE, sizeof(mb2));
	mb2_at = 8;
}

static uint8_t *mb2_tag(uint32_t type, const void *body, uint32_t length)
{
	uint8_t *tag = mb2 + mb2_at;

	put32(tag, type);
	put32(tag + 4, 8 + length);
	memcpy(tag + 8, body, length);
	mb2_at += (8 + length + 7) & ~7u;
	return tag;
}

static void mb2_map(uint32_t entry_size)
{
	uint8_t body[8 + 2 * 32] = { 0 };

	put32(body, entry_size);
	put64(body + 8, 0x100000);
	put64(body + 16, 0x100000);
	put32(body + 24, 1);
	put64(body + 8 + entry_size, 0x180000);
	put64(body + 16 + entry_size, 0x1000);
	put32(body + 24 + entry_size, 3);
	mb2_tag(6, body, 8 + 2 * entry_size);
}

static const char *mb2_read_as(uint32_t total)
{
	uint8_t *copy = low_memory((total + 7) & ~7u);

	put32(mb2, total);
	memcpy(copy, mb2, total);
	return multiboot_read(&info, MULTIBOOT2_BOOT_MAGIC, (uintptr_t)copy);
}

/* In memory that ends with the list. */
static const char *mb2_read(void)
{
	mb2_tag(0, "", 0);
	return mb2_read_as(mb2_at);
}

static void put_rsdp(uint8_t *rsdp, uint8_t revision)
{
	memset(rsdp, 0, 36);
	memcpy(rsdp, "RSD PTR ", 8);
	rsdp[15] = revision;
	for (unsigned i = 0; i < 20; i++)
		rsdp[8] -= i == 8 ? 0 : rsdp[i];
	if (revision >= 2) {
		rsdp[20] = 36;
		rsdp[32] = (uint8_t)-36;
	}
}

TEST(multiboot2)
{
	uint8_t rsdp[36];

	put_rsdp(rsdp, 2);
	mb2_begin();
	mb2_tag(1, "list seed=2", 12);
	mb2_tag(2, "GRUB 2.06", 10);
	mb2_map(24);
	mb2_tag(21, "1234", 4); /* a type we do not know */
	mb2_tag(15, rsdp, 36);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_TEXT(info.command_line, "list seed=2");
	CHECK_TEXT(info.loader, "GRUB 2.06");
	CHECK(info.rsdp && !memcmp(info.rsdp, rsdp, 36));
	CHECK(!info.framebuffer_known);
	CHECK(!strncmp(free_ranges(), "100000-180000 181000-200000 ", 28));
	CHECK(is_reserved(info.rsdp, 36) && is_reserved(info.loader, 10));
}

/* The next one begins at a multiple of 8. */
TEST(multiboot2_tags_of_any_length)
{
	for (uint32_t length = 0; length <= 8; length++) {
		mb2_begin();
		mb2_tag(21, "12345678", length);
		mb2_map(24);
		mb2_tag(2, "GRUB 2.06", 10);
		CHECK_TEXT(mb2_read(), NULL);
		CHECK_TEXT(info.loader, "GRUB 2.06");
	}
}

/* UEFI's maps have dozens of them. */
TEST(multiboot2_neighbours_of_one_type_are_one_range)
{
	uint8_t body[8 + 5 * 24] = { 24 };
	static const struct { uint64_t at, length; uint32_t type; } range[] = {
		{ 0x100000, 0x1000, 1 }, { 0x101000, 0x2000, 1 },
		{ 0x103000, 0x1000, 2 }, { 0x105000, 0x1000, 2 },
		{ 0x0, 0x1000, 1 },
	};

	for (unsigned i = 0; i < 5; i++) {
		put64(body + 8 + i * 24, range[i].at);
		put64(body + 16 + i * 24, range[i].length);
		put32(body + 24 + i * 24, range[i].type);
	}
	mb2_begin();
	mb2_tag(6, body, sizeof(body));
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_TEXT(map_text(), "100000+3000:1 103000+1000:2 105000+1000:2 "
		   "0+1000:1 ");
}

/* More of them than are kept: the first ones are. */
TEST(multiboot2_a_map_without_end_is_cut)
{
	static uint8_t body[8 + 300 * 24] = { 24 };

	for (unsigned i = 0; i < 300; i++) {
		put64(body + 8 + i * 24, i * 0x2000);
		put64(body + 16 + i * 24, 0x1000);
		put32(body + 24 + i * 24, 1);
	}
	mb2_begin();
	mb2_tag(6, body, sizeof(body));
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_EQUAL(info.ranges, MEMMAP_ENTRIES);
	CHECK(info.memory.overflow);
}

TEST(multiboot2_tells_of_uefi_and_smbios)
{
	static const char smbios[] = "\3\6\0\0\0\0\0\0tables";
	uint8_t address[8];

	put64(address, 0x123456789ABC);
	mb2_begin();
	mb2_map(24);
	mb2_tag(12, address, 8);
	mb2_tag(13, smbios, sizeof(smbios));
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_EQUAL(info.efi_system_table, 0x123456789ABC);
	CHECK_EQUAL(info.smbios_size, sizeof("tables"));
	CHECK(!strcmp(info.smbios, "tables"));
	CHECK(is_reserved(info.smbios, sizeof("tables")));
	mb2_begin();
	mb2_map(24);
	mb2_tag(12, address, 7);
	mb2_tag(13, smbios, 8);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_EQUAL(info.efi_system_table, 0);
	CHECK(!info.smbios);
}

TEST(multiboot2_large_entries)
{
	mb2_begin();
	mb2_map(32);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(!strncmp(free_ranges(), "100000-180000 181000-200000 ", 28));
}

TEST(multiboot2_framebuffer)
{
	uint8_t body[30] = { 0 };

	put64(body, 0x1FD000000);
	put32(body + 8, 4096);
	put32(body + 12, 1024);
	put32(body + 16, 768);
	memcpy(body + 20, "\x20\x01\0\0\x10\x08\x09\x07\x01\x06", 10);
	mb2_begin();
	mb2_map(24);
	mb2_tag(8, body, 30);
	CHECK_TEXT(mb2_read(), NULL);
	const struct boot_framebuffer *fb = &info.framebuffer;
	CHECK(info.framebuffer_known);
	CHECK_EQUAL(fb->address, 0x1FD000000);
	CHECK_EQUAL(fb->pitch, 4096);
	CHECK_EQUAL(fb->width, 1024);
	CHECK_EQUAL(fb->height, 768);
	CHECK_EQUAL(fb->bits, 32);
	CHECK_EQUAL(fb->type, 1);
	CHECK_EQUAL(fb->red_at, 16);
	CHECK_EQUAL(fb->red_bits, 8);
	CHECK_EQUAL(fb->green_at, 9);
	CHECK_EQUAL(fb->green_bits, 7);
	CHECK_EQUAL(fb->blue_at, 1);
	CHECK_EQUAL(fb->blue_bits, 6);
}

TEST(multiboot2_short_framebuffer)
{
	uint8_t body[24] = { 0 };

	mb2_begin();
	mb2_map(24);
	mb2_tag(8, body, 23);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(!info.framebuffer_known);
}

/* EGA text has no colour fields. */
TEST(multiboot2_text_framebuffer)
{
	uint8_t body[24] = { 0 };

	put64(body, 0xB8000);
	body[20] = 16;
	body[21] = 2;
	mb2_begin();
	mb2_map(24);
	mb2_tag(8, body, 24);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(info.framebuffer_known);
	CHECK_EQUAL(info.framebuffer.type, 2);
	CHECK_EQUAL(info.framebuffer.red_bits, 0);
}

TEST(multiboot2_newer_rsdp_wins)
{
	for (unsigned new_first = 0; new_first < 2; new_first++) {
		uint8_t v1[36], v2[36];

		put_rsdp(v1, 0);
		put_rsdp(v2, 2);
		mb2_begin();
		if (new_first)
			mb2_tag(15, v2, 36);
		mb2_tag(14, v1, 20);
		if (!new_first)
			mb2_tag(15, v2, 36);
		mb2_map(24);
		CHECK_TEXT(mb2_read(), NULL);
		CHECK(info.rsdp && ((const uint8_t *)info.rsdp)[15] == 2);
	}
}

TEST(multiboot2_old_rsdp)
{
	uint8_t rsdp[36];

	put_rsdp(rsdp, 0);
	mb2_begin();
	mb2_tag(14, rsdp, 20);
	mb2_map(24);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(info.rsdp && !memcmp(info.rsdp, rsdp, 20));
}

TEST(multiboot2_bad_rsdp)
{
	uint8_t rsdp[36];

	put_rsdp(rsdp, 2);
	mb2_begin();
	mb2_map(24);
	mb2_tag(15, rsdp, 28); /* cut: its checksum reaches further */
	mb2_tag(14, rsdp, 19);
	rsdp[9]++;
	mb2_tag(15, rsdp, 36);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(!info.rsdp);
}

/* The tag ends before the RSDP does, though what follows would fit. */
TEST(multiboot2_cut_rsdp)
{
	uint8_t body[40];

	put_rsdp(body, 2);
	put32(body + 36, 8); /* with the last four: a tag we do not know */
	mb2_begin();
	mb2_map(24);
	put32(mb2_tag(15, body, sizeof(body)) + 4, 8 + 32);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(!info.rsdp);
}

TEST(multiboot2_strings_without_end)
{
	mb2_begin();
	mb2_map(24);
	mb2_tag(1, "abc", 3);
	mb2_tag(2, "xyz", 3);
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_TEXT(info.command_line, "abc");
	CHECK_TEXT(info.loader, "");
}

TEST(multiboot2_no_map)
{
	mb2_begin();
	CHECK_TEXT(mb2_read(), "no memory map from the boot loader");
	mb2_begin();
	mb2_tag(6, "\x18\0\0\0\0\0\0", 8);
	CHECK_TEXT(mb2_read(), "no memory map from the boot loader");
	mb2_begin();
	mb2_tag(6, "", 0);
	CHECK_TEXT(mb2_read(), "no memory map from the boot loader");
}

/* Entry sizes that are too small, 0, or wrap a 32-bit sum. */
TEST(multiboot2_bad_entry_size)
{
	static const uint32_t sizes[] = { 0, 23, 0xFFFFFFF0, UINT32_MAX };

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		mb2_begin();
		mb2_map(24);
		put32(mb2 + 8 + 8, sizes[i]);
		CHECK_TEXT(mb2_read(), "no memory map from the boot loader");
	}
}

TEST(multiboot2_bad_tag_size)
{
	static const uint32_t sizes[] = { 0, 7, 1000, UINT32_MAX };

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		mb2_begin();
		mb2_map(24);
		put32(mb2_tag(1, "a", 2) + 4, sizes[i]);
		CHECK_TEXT(mb2_read(),
			   "a multiboot 2 tag is longer than its list");
	}
}

/* A list cut at every length: no end tag, no read past its end. */
TEST(multiboot2_cut_list)
{
	mb2_begin();
	mb2_map(24);
	mb2_tag(1, "list", 5);
	mb2_tag(2, "GRUB 2.", 8);
	for (uint32_t total = 8; total < mb2_at; total++)
		mb2_read_as(total);
	CHECK_TEXT(mb2_read_as(mb2_at), NULL);
	CHECK_TEXT(info.command_line, "list");
	CHECK_TEXT(info.loader, "GRUB 2.");
}

TEST(multiboot_wrong_magic)
{
	CHECK_TEXT(multiboot_read(&info, 0, 0),
		   "not started by a Multiboot loader");
	CHECK_TEXT(info.loader, "");
}

/* ---- PVH --------------------------------------------------------------- */

enum { PVH_SIZE = 56, PVH_VERSION = 4, PVH_COMMAND = 24, PVH_RSDP = 32,
       PVH_MAP = 40, PVH_ENTRIES = 48 };

static uint8_t *pvh; /* the information structure */

static void pvh_build(uint32_t version, uint32_t entries)
{
	uint8_t *map = low_memory(2 * 24);

	put64(map, 0);
	put64(map + 8, 0x9FC00);
	put32(map + 16, 1);
	put64(map + 24, 0x100000);
	put64(map + 32, 0x7EE0000);
	put32(map + 40, 1);
	pvh = low_memory(PVH_SIZE);
	put32(pvh, PVH_BOOT_MAGIC);
	put32(pvh + PVH_VERSION, version);
	put64(pvh + PVH_COMMAND, low(low_string("seed=1 list")));
	put64(pvh + PVH_MAP, low(map));
	put32(pvh + PVH_ENTRIES, entries);
}

static const char *pvh_read(void)
{
	return multiboot_read(&info, PVH_BOOT_MAGIC, (uintptr_t)pvh);
}

TEST(pvh_has_no_file_name_and_no_screen)
{
	pvh_build(1, 2);
	CHECK_TEXT(pvh_read(), NULL);
	CHECK_TEXT(info.loader, "PVH");
	CHECK_TEXT(info.command_line, "seed=1 list");
	CHECK(!info.rsdp && !info.framebuffer_known);
	CHECK_TEXT(map_text(), "0+9fc00:1 100000+7ee0000:1 ");
	CHECK(is_reserved(pvh, PVH_SIZE));
	CHECK(!strncmp(free_ranges(), "0-9fc00 100000-", 15));
	put64(pvh + PVH_COMMAND, 0);
	CHECK_TEXT(pvh_read(), NULL);
	CHECK_TEXT(info.command_line, "");
}

TEST(pvh_takes_a_right_rsdp_only)
{
	uint8_t *rsdp = low_memory(36);

	pvh_build(1, 2);
	put64(pvh + PVH_RSDP, low(rsdp));
	CHECK_TEXT(pvh_read(), NULL);
	CHECK(!info.rsdp);
	memcpy(rsdp, "RSD PTR ", 8);
	for (int i = 0; i < 8; i++)
		rsdp[8] = (uint8_t)(rsdp[8] - rsdp[i]);
	CHECK_TEXT(pvh_read(), NULL);
	CHECK(info.rsdp == rsdp);
}

TEST(pvh_without_a_map)
{
	pvh_build(0, 2);
	CHECK_TEXT(pvh_read(), "no memory map from the boot loader");
	pvh_build(1, 0);
	CHECK_TEXT(pvh_read(), "no memory map from the boot loader");
	put32(pvh, 0);
	CHECK_TEXT(pvh_read(), "not started by a Multiboot loader");
}
