/* SPDX-License-Identifier: MIT */
/* kernel/firmware/multiboot.c on what PVH hands over. */
#include "kernel/firmware/multiboot.h"

#include <string.h>

#include "tests/unit/loader.h"
#include "tests/unit/test.h"

static struct boot_info info;

enum { PVH_SIZE = 56, PVH_VERSION = 4, PVH_COMMAND = 24, PVH_RSDP = 32,
       PVH_MAP = 40, PVH_ENTRIES = 48 };

static uint8_t *pvh; /* the information structure */
static uint8_t *pvh_map;

static void pvh_build(uint32_t version, uint32_t entries)
{
	uint8_t *map = pvh_map = low_memory(2 * 24);

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
	CHECK_TEXT(map_text(&info), "0+9fc00:1 100000+7ee0000:1 ");
	CHECK(is_reserved(&info, pvh, PVH_SIZE));
	CHECK(is_reserved(&info, pvh_map, 2 * 24));
	CHECK(!strncmp(free_ranges(&info), "0-9fc00 100000-", 15));
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
