/* SPDX-License-Identifier: MIT */
/* kernel/efi/map.c on maps of a firmware. */
#include "kernel/efi/map.h"

#include <string.h>

#include "tests/unit/cases.h"
#include "tests/unit/loader.h"

CASES_OF("tests/unit/kernel/efi/map.cases");

/* At 1000; its numbers at 2000: of each entry, then what a test needs. */
static struct efi_map map_here(const uint64_t **numbers)
{
	struct efi_map map = { 0 };
	size_t bytes;

	map.entries = (uint8_t *)firmware_at(0x1000, &bytes);
	map.bytes = bytes;
	*numbers = firmware_at(0x2000, &bytes);
	map.each = (*numbers)[0];
	return map;
}

static void look(void)
{
	static struct boot_info ended, kept;
	const uint64_t *numbers;
	struct efi_map map = map_here(&numbers);

	memset(&ended, 0, sizeof(ended));
	memset(&kept, 0, sizeof(kept));
	efi_map_describe(&map, true, &ended);
	efi_map_describe(&map, false, &kept);
	say("usable %lx ended%s", efi_map_usable(&map), memory_text(&ended));
	say(" kept%s", memory_text(&kept));
}

TEST_OF_CASES(efi_map, look)

static void look_for_image(void)
{
	const uint64_t *numbers;
	struct efi_map map = map_here(&numbers);

	say(efi_map_is_loaders(&map, numbers[1], numbers[2]) ? "ours" : "not");
}

TEST_OF_CASES(efi_map_image, look_for_image)

static void look_for_largest(void)
{
	const uint64_t *numbers;
	struct efi_map map = map_here(&numbers);

	say("%lx", efi_map_largest(&map, numbers[1]));
}

TEST_OF_CASES(efi_map_largest, look_for_largest)
