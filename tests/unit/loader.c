/* SPDX-License-Identifier: MIT */
#include "tests/unit/loader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char ranges[512];

static void found(uint64_t start, uint64_t end, void *arg)
{
	size_t length = strlen(ranges);

	(void)arg;
	snprintf(ranges + length, sizeof(ranges) - length, "%lx-%lx ", start,
		 end);
}

const char *free_ranges(const struct boot_info *info)
{
	ranges[0] = 0;
	memmap_free(&info->memory, 0, UINT64_MAX, found, NULL);
	return ranges;
}

const char *map_text(const struct boot_info *info)
{
	ranges[0] = 0;
	for (unsigned i = 0; i < info->ranges; i++) {
		const struct machine_range *r = &info->range[i];
		size_t length = strlen(ranges);

		snprintf(ranges + length, sizeof(ranges) - length,
			 "%lx+%lx:%u ", r->base, r->length, r->type);
	}
	return ranges;
}

bool is_reserved(const struct boot_info *info, const void *start,
		 size_t length)
{
	for (unsigned i = 0; i < info->memory.held.count; i++) {
		const struct memmap_range *e = &info->memory.held.range[i];

		if (e->start <= (uintptr_t)start &&
		    e->end >= (uintptr_t)start + length)
			return true;
	}
	return false;
}

/* ---- building ---------------------------------------------------------- */

uint8_t *low_memory(size_t size)
{
	size_t pages = (size + 4095) & ~4095ul;
	uint8_t *memory = mmap(NULL, pages + 4096, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (memory == MAP_FAILED || mprotect(memory + pages, 4096, PROT_NONE))
		abort();
	return memory + pages - size;
}

uint32_t low(const void *address)
{
	return (uint32_t)(uintptr_t)address;
}

const char *low_string(const char *text)
{
	return memcpy(low_memory(strlen(text) + 1), text, strlen(text) + 1);
}

void put32(uint8_t *at, uint32_t value)
{
	memcpy(at, &value, sizeof(value));
}

void put64(uint8_t *at, uint64_t value)
{
	memcpy(at, &value, sizeof(value));
}
