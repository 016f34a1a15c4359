/* SPDX-License-Identifier: MIT */
/* kernel/efi/map.c on maps of a firmware. */
#include "kernel/efi/map.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/efi/abi.h"
#include "tests/unit/loader.h"
#include "tests/unit/test.h"

#define EACH 48u /* more than what is used of one */

static uint8_t entries[4096];

/* "TYPE:START+PAGES ..." in hexadecimal digits. */
static struct efi_map map_of(const char *text)
{
	struct efi_map map = { .entries = entries, .each = EACH };

	while (*text) {
		char *end;
		struct efi_memory range = { 0 };

		range.type = (uint32_t)strtoul(text, &end, 16);
		range.start = strtoull(end + 1, &end, 16);
		range.pages = strtoull(end + 1, &end, 16);
		memcpy(map.entries + map.bytes, &range, sizeof(range));
		map.bytes += EACH;
		text = end + strspn(end, " ");
	}
	return map;
}

/* Types: 2 the loader's data, 4 that of boot services, 7 free. */
#define TWO "2:200000+1 7:202000+1 2:201000+1"
#define OVER "2:200000+100 4:300000+1 2:301000+100"

static const struct {
	const char *map;
	uint64_t start, end;
	bool is;
} images[] = {
	{ TWO, 0x200000, 0x202000, true },
	{ TWO, 0x200800, 0x201800, true },
	{ TWO, 0x200000, 0x202001, false },
	{ TWO, 0x1FFFFF, 0x202000, false },
	{ OVER, 0x200000, 0x400000, false },
	{ OVER, 0x200000, 0x300000, true },
};

TEST(efi_map_an_image_is_the_loaders_or_lies_over_others)
{
	for (unsigned i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
		struct efi_map map = map_of(images[i].map);

		if (efi_map_is_loaders(&map, images[i].start, images[i].end) !=
		    images[i].is)
			check_equal(__FILE__, __LINE__, "image", i, ~0u);
	}
}

TEST(efi_map_the_largest_free_range_lies_below_the_limit)
{
	struct efi_map map = map_of("7:1000000+100 2:2000000+4000 7:3000000+200 "
				    "7:4000000+80 7:100000000+10000");

	CHECK_EQUAL(efi_map_largest(&map, 0x100000000), 0x200);
	CHECK_EQUAL(efi_map_largest(&map, 0x3200000), 0x200);
	CHECK_EQUAL(efi_map_largest(&map, 0x31FFFFF), 0x100);
	CHECK_EQUAL(efi_map_largest(&map, 0x1000000), 0);
}

TEST(efi_map_what_the_services_hold_is_usable_and_what_stays_is_not)
{
	struct efi_map map = map_of("1:1000+1 2:2000+2 3:4000+4 4:8000+8 "
				    "5:10000+10 6:20000+20 7:40000+40 8:80000+80 "
				    "9:100000+100 0:200000+200");

	CHECK_EQUAL(efi_map_usable(&map), 0x4F * EFI_PAGE);
}

#define ALL "2:200000+1 7:300000+1 9:400000+1 A:500000+1 8:600000+1 6:700000+1"

TEST(efi_map_of_services_that_have_ended_is_free_for_use)
{
	static struct boot_info ended, kept;
	struct efi_map map = map_of(ALL);

	efi_map_describe(&map, true, &ended);
	CHECK_TEXT(memory_text(&ended), " map 200000+1000:1 300000+1000:1 "
		   "400000+1000:3 500000+1000:4 600000+1000:5 700000+1000:2 "
		   "free 200000-201000 300000-301000 held 400000-401000 "
		   "500000-501000 600000-601000 700000-701000");
	efi_map_describe(&map, false, &kept);
	CHECK_TEXT(memory_text(&kept), " map 200000+1000:2 300000+1000:1 "
		   "400000+1000:3 500000+1000:4 600000+1000:5 700000+1000:2");
}

TEST(efi_map_of_short_or_cut_entries_ends)
{
	struct efi_map map = map_of("7:1000+1 7:3000+1");

	map.bytes -= 1;
	CHECK_EQUAL(efi_map_usable(&map), EFI_PAGE);
	map.each = sizeof(struct efi_memory) - 1;
	CHECK_EQUAL(efi_map_usable(&map), 0);
	map.each = 0;
	CHECK_EQUAL(efi_map_usable(&map), 0);
}
