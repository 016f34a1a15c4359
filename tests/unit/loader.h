/* SPDX-License-Identifier: MIT */
/* What a boot loader leaves in memory, and what came of it. */
#ifndef TESTS_UNIT_LOADER_H
#define TESTS_UNIT_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/firmware/multiboot.h"

/*
 * Below 4 GiB, as Multiboot has 32-bit pointers, and right before a page that
 * faults.
 */
uint8_t *low_memory(size_t size);
uint32_t low(const void *address);
const char *low_string(const char *text);

void put32(uint8_t *at, uint32_t value);
void put64(uint8_t *at, uint64_t value);

/* What may be used, as "start-end " each; until the next call. */
const char *free_ranges(const struct boot_info *info);

/* The map as the loader gave it, as "start+length:type " each. */
const char *map_text(const struct boot_info *info);

/* What an entry of type "unavailable" says of an address range. */
bool is_reserved(const struct boot_info *info, const void *start,
		 size_t length);

#endif
