/* SPDX-License-Identifier: MIT */
/* kernel/firmware/multiboot.c on what Multiboot 2 hands over. */
#include "kernel/firmware/multiboot.h"

#include <string.h>

#include "tests/unit/loader.h"
#include "tests/unit/test.h"

static struct boot_info info;

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

/* Ends the list where it lies. */
static void mb2_end(void)
{
	mb2_tag(0, "", 0);
	put32(mb2, mb2_at);
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
	CHECK(!strncmp(free_ranges(&info), "100000-180000 181000-200000 ", 28));
	CHECK(is_reserved(&info, info.rsdp, 36) && is_reserved(&info, info.loader, 10));
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
	CHECK_TEXT(map_text(&info), "100000+3000:1 103000+1000:2 105000+1000:2 "
		   "0+1000:1 ");
}

/* More of them than are told: the first ones are. */
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
	CHECK(info.map_cut && info.memory.overflow);
	for (unsigned i = 0; i < 300; i++) { /* half of them free */
		put64(body + 8 + i * 24, i * 0x1000);
		put32(body + 24 + i * 24, 1 + i % 2);
	}
	mb2_begin();
	mb2_tag(6, body, sizeof(body));
	CHECK_TEXT(mb2_read(), NULL);
	CHECK(info.map_cut && !info.memory.overflow);
	CHECK_EQUAL(info.memory.available.count, 150);
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
	CHECK(is_reserved(&info, info.smbios, sizeof("tables")));
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
	CHECK(!strncmp(free_ranges(&info), "100000-180000 181000-200000 ", 28));
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
	mb2_begin();
	mb2_map(24);
	mb2_tag(8, body, 29); /* a byte less: no colours are told */
	CHECK_TEXT(mb2_read(), NULL);
	CHECK_EQUAL(fb->bits, 32);
	CHECK_EQUAL(fb->red_at + fb->red_bits, 0);
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

TEST(multiboot2_a_tag_is_found_by_its_type)
{
	uint32_t size = 99;

	mb2_begin();
	mb2_tag(MULTIBOOT2_COMMAND, "abc", 4);
	mb2_tag(MULTIBOOT2_EFI64, "12345678", 8);
	mb2_tag(MULTIBOOT2_EFI64, "again", 6);
	mb2_end();
	CHECK(!memcmp(multiboot2_tag((uintptr_t)mb2, MULTIBOOT2_EFI64, &size),
		      "12345678", 8));
	CHECK_EQUAL(size, 8);
	CHECK(!multiboot2_tag((uintptr_t)mb2, MULTIBOOT2_EFI_SERVICES, &size));
}

TEST(multiboot2_a_tag_behind_one_that_is_too_long_is_not_found)
{
	uint32_t size;
	uint8_t *first;

	mb2_begin();
	first = mb2_tag(MULTIBOOT2_COMMAND, "abc", 4);
	mb2_tag(MULTIBOOT2_EFI64, "12345678", 8);
	mb2_end();
	put32(first + 4, 8000);
	CHECK(!multiboot2_tag((uintptr_t)mb2, MULTIBOOT2_EFI64, &size));
	put32(first + 4, 7); /* less than its head */
	CHECK(!multiboot2_tag((uintptr_t)mb2, MULTIBOOT2_EFI64, &size));
}
