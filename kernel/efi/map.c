/* SPDX-License-Identifier: MIT */
#include "kernel/efi/map.h"

#include "kernel/efi/abi.h"
#include "kernel/minmax.h"

static const struct efi_memory *range_at(const struct efi_map *map,
					 uint64_t offset)
{
	if (map->each < sizeof(struct efi_memory) ||
	    offset + map->each > map->bytes)
		return NULL;
	return (const struct efi_memory *)(map->entries + offset);
}

#define EACH_RANGE(map, range)                                  \
	for (uint64_t offset = 0; (range = range_at(map, offset)); \
	     offset += (map)->each)

static uint64_t end_of(const struct efi_memory *range)
{
	return range->start + range->pages * EFI_PAGE;
}

/* Nobody's once the services have ended. */
static bool usable(uint32_t type)
{
	return type == EFI_CONVENTIONAL || (type >= EFI_LOADER_CODE &&
					    type <= EFI_BOOT_SERVICES_DATA);
}

bool efi_map_is_loaders(const struct efi_map *map, uint64_t start, uint64_t end)
{
	const struct efi_memory *range;
	uint64_t found = 0;

	EACH_RANGE(map, range) {
		uint64_t from = max_u64(start, range->start);
		uint64_t to = min_u64(end, end_of(range));

		if (range->type == EFI_LOADER_DATA && from < to)
			found += to - from;
	}
	return found == end - start;
}

uint64_t efi_map_largest(const struct efi_map *map, uint64_t limit)
{
	const struct efi_memory *range;
	uint64_t most = 0;

	EACH_RANGE(map, range)
		if (range->type == EFI_CONVENTIONAL && end_of(range) <= limit)
			most = max_u64(most, range->pages);
	return most;
}

uint64_t efi_map_usable(const struct efi_map *map)
{
	const struct efi_memory *range;
	uint64_t bytes = 0;

	EACH_RANGE(map, range)
		if (usable(range->type))
			bytes += range->pages * EFI_PAGE;
	return bytes;
}

/* Types by Multiboot (2.0, 3.6.8), those of the BIOS's map. */
static uint32_t type_of(uint32_t type, bool ended)
{
	if (type == EFI_CONVENTIONAL || (ended && usable(type)))
		return MULTIBOOT_AVAILABLE;
	switch (type) {
	case EFI_ACPI_RECLAIM:
		return MULTIBOOT_ACPI;
	case EFI_ACPI_NVS:
		return MULTIBOOT_NVS;
	case EFI_UNUSABLE:
		return MULTIBOOT_BAD;
	default:
		return MULTIBOOT_RESERVED;
	}
}

void efi_map_describe(const struct efi_map *map, bool ended,
		      struct boot_info *boot)
{
	const struct efi_memory *range;

	EACH_RANGE(map, range)
		boot_add_range(boot, range->start, range->pages * EFI_PAGE,
			       type_of(range->type, ended), ended);
}
