/* SPDX-License-Identifier: MIT */
/* A boot loader's memory, and maps as text. */
#include "tests/unit/loader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char *put_list(char *to, const char *name,
		      const struct memmap_list *list)
{
	if (list->count)
		to += sprintf(to, " %s", name);
	for (unsigned i = 0; i < list->count; i++)
		to += sprintf(to, " %lx-%lx", list->range[i].start,
			      list->range[i].end);
	return to;
}

const char *memory_text(const struct boot_info *info)
{
	static char text[3 * MEMMAP_ENTRIES * 40];
	char *to = text;

	*to = 0;
	if (info->ranges)
		to += sprintf(to, " map");
	for (unsigned i = 0; i < info->ranges; i++)
		to += sprintf(to, " %lx+%lx:%u", info->range[i].base,
			      info->range[i].length, info->range[i].type);
	to = put_list(to, "free", &info->memory.available);
	put_list(to, "held", &info->memory.held);
	return text;
}

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

void put32(uint8_t *at, uint32_t value)
{
	memcpy(at, &value, sizeof(value));
}

void put64(uint8_t *at, uint64_t value)
{
	memcpy(at, &value, sizeof(value));
}
