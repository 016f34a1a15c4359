/* SPDX-License-Identifier: MIT */
/* The firmware's memory map (UEFI 2.10, 7.2.3). Pure. */
#ifndef KERNEL_EFI_MAP_H
#define KERNEL_EFI_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/firmware/multiboot.h"

struct efi_map {
	uint8_t *entries;      /* the firmware's memory, as many as it has */
	uint64_t room;         /* bytes of it */
	uint64_t bytes, each;  /* of all, of one */
	uint64_t key;          /* of this state of the map */
};

/*
 * True where all of [start, end) is of the loader's data: elsewhere the image
 * was copied over memory that the firmware uses.
 */
bool efi_map_is_loaders(const struct efi_map *map, uint64_t start,
			uint64_t end);

/* Pages of the largest free range below `limit` (bytes). */
uint64_t efi_map_largest(const struct efi_map *map, uint64_t limit);

/* Bytes that are free, or will be when nobody needs the services. */
uint64_t efi_map_usable(const struct efi_map *map);

/*
 * Hands the map on in the boot loader's terms: as it came, and, if the services
 * have ended, what they held as free.
 */
void efi_map_describe(const struct efi_map *map, bool ended,
		      struct boot_info *boot);

#endif
