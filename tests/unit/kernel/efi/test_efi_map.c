/* SPDX-License-Identifier: MIT */
/* kernel/efi/map.c on maps of a firmware. */
#include "kernel/efi/map.h"

#include <string.h>

#include "kernel/efi/abi.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define EACH 48u /* more than what is used of one */

static uint8_t entries[4096];
static struct efi_map map;
static struct boot_info boot;

static void begin(void)
{
	map = (struct efi_map){ .entries = entries };
	memset(&boot, 0, sizeof(boot));
	map.each = EACH;
}

static void add(uint32_t type, uint64_t start, uint64_t pages)
{
	struct efi_memory range = { .type = type, .start = start,
				    .pages = pages };

	memcpy(map.entries + map.bytes, &range, sizeof(range));
	map.bytes += EACH;
}

TEST(efi_map_an_image_is_the_loaders_in_one_range_or_two)
{
	begin();
	add(EFI_LOADER_DATA, 0x200000, 1);
	add(EFI_CONVENTIONAL, 0x202000, 1);
	add(EFI_LOADER_DATA, 0x201000, 1);
	CHECK(efi_map_is_loaders(&map, 0x200000, 0x202000));
	CHECK(efi_map_is_loaders(&map, 0x200800, 0x201800));
	CHECK(!efi_map_is_loaders(&map, 0x200000, 0x202001));
	CHECK(!efi_map_is_loaders(&map, 0x1FFFFF, 0x202000));
}

TEST(efi_map_an_image_over_boot_services_is_not_the_loaders)
{
	begin();
	add(EFI_LOADER_DATA, 0x200000, 0x100);
	add(EFI_BOOT_SERVICES_DATA, 0x300000, 1);
	add(EFI_LOADER_DATA, 0x301000, 0x100);
	CHECK(!efi_map_is_loaders(&map, 0x200000, 0x400000));
	CHECK(efi_map_is_loaders(&map, 0x200000, 0x300000));
}

TEST(efi_map_the_largest_free_range_lies_below_the_limit)
{
	begin();
	add(EFI_CONVENTIONAL, 0x1000000, 0x100);
	add(EFI_LOADER_DATA, 0x2000000, 0x4000);
	add(EFI_CONVENTIONAL, 0x3000000, 0x200);
	add(EFI_CONVENTIONAL, 0x100000000, 0x10000);
	CHECK_EQUAL(efi_map_largest(&map, 0x100000000), 0x200);
	CHECK_EQUAL(efi_map_largest(&map, 0x3200000), 0x200);
	CHECK_EQUAL(efi_map_largest(&map, 0x31FFFFF), 0x100);
	CHECK_EQUAL(efi_map_largest(&map, 0x1000000), 0);
}

TEST(efi_map_what_the_services_hold_is_usable_and_what_stays_is_not)
{
	begin();
	add(EFI_LOADER_CODE, 0x1000, 1);
	add(EFI_LOADER_DATA, 0x2000, 2);
	add(EFI_BOOT_SERVICES_CODE, 0x4000, 4);
	add(EFI_BOOT_SERVICES_DATA, 0x8000, 8);
	add(EFI_RUNTIME_CODE, 0x10000, 0x10);
	add(EFI_RUNTIME_DATA, 0x20000, 0x20);
	add(EFI_CONVENTIONAL, 0x40000, 0x40);
	add(EFI_UNUSABLE, 0x80000, 0x80);
	add(EFI_ACPI_RECLAIM, 0x100000, 0x100);
	CHECK_EQUAL(efi_map_usable(&map), 0x4F * EFI_PAGE);
}

static void describe_all(bool ended)
{
	begin();
	add(EFI_LOADER_DATA, 0x200000, 1);
	add(EFI_CONVENTIONAL, 0x300000, 1);
	add(EFI_ACPI_RECLAIM, 0x400000, 1);
	add(EFI_ACPI_NVS, 0x500000, 1);
	add(EFI_UNUSABLE, 0x600000, 1);
	add(EFI_RUNTIME_DATA, 0x700000, 1);
	efi_map_describe(&map, ended, &boot);
}

TEST(efi_map_of_services_that_have_ended_is_free_for_use)
{
	describe_all(true);
	CHECK_TEXT(map_text(&boot),
		  "200000+1000:1 300000+1000:1 400000+1000:3 500000+1000:4 "
		  "600000+1000:5 700000+1000:2 ");
	CHECK_TEXT(free_ranges(&boot), "200000-201000 300000-301000 ");
}

TEST(efi_map_of_services_that_are_kept_is_told_and_not_used)
{
	describe_all(false);
	CHECK_TEXT(map_text(&boot),
		  "200000+1000:2 300000+1000:1 400000+1000:3 500000+1000:4 "
		  "600000+1000:5 700000+1000:2 ");
	CHECK_TEXT(free_ranges(&boot), "");
}

TEST(efi_map_of_short_or_cut_entries_ends)
{
	begin();
	add(EFI_CONVENTIONAL, 0x1000, 1);
	add(EFI_CONVENTIONAL, 0x3000, 1);
	map.bytes -= 1;
	CHECK_EQUAL(efi_map_usable(&map), EFI_PAGE);
	map.each = sizeof(struct efi_memory) - 1;
	CHECK_EQUAL(efi_map_usable(&map), 0);
	map.each = 0;
	CHECK_EQUAL(efi_map_usable(&map), 0);
}
