/* SPDX-License-Identifier: MIT */
/* What a boot loader leaves in memory, and what came of it. */
#ifndef TESTS_UNIT_LOADER_H
#define TESTS_UNIT_LOADER_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/firmware/multiboot.h"

/*
 * Below 4 GiB, as Multiboot has 32-bit pointers, and right before a page that
 * faults.
 */
uint8_t *low_memory(size_t size);
uint32_t low(const void *address);

void put32(uint8_t *at, uint32_t value);
void put64(uint8_t *at, uint64_t value);

/* " map START+LENGTH:TYPE... free START-END... held START-END...": the map as it
 * came, and what was made of it; until the next call. */
const char *memory_text(const struct boot_info *info);

#endif
