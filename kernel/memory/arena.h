/* SPDX-License-Identifier: MIT */
/*
 * Page-granular memory that is only ever handed out. Filled with ranges of
 * free physical memory (kernel/firmware/memmap.h); each allocation comes from the
 * first range that holds it. Pure; one caller at a time.
 */
#ifndef KERNEL_MEMORY_ARENA_H
#define KERNEL_MEMORY_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARENA_RANGES 64

struct arena {
	struct arena_range { uint64_t start, next, end; } range[ARENA_RANGES];
	unsigned ranges;
};

/*
 * Adds [start, end), shrunk to whole pages. False if the range overlaps one
 * already there, and nothing is added then. Where the table is full the smallest
 * is left out, of those that nothing was taken from; the first one ever stays.
 */
bool arena_add(struct arena *arena, uint64_t start, uint64_t end);

/*
 * Whole pages for `bytes` at a multiple of align (a power of two; less than
 * a page means a page), wholly below `limit` (UINT64_MAX for anywhere).
 * Returns the address, 0 when nothing fits. Not zeroed.
 */
uint64_t arena_take(struct arena *arena, uint64_t bytes, uint64_t align,
		    uint64_t limit);

/* Bytes left over all ranges. */
uint64_t arena_left(const struct arena *arena);

#endif
