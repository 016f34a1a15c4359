/* SPDX-License-Identifier: MIT */
/*
 * A memory map made usable: firmware's entries come unsorted, overlapping,
 * with odd ends; a byte counts as free only where some entry says "available"
 * and none says anything else. Pure.
 */
#ifndef KERNEL_FIRMWARE_MEMMAP_H
#define KERNEL_FIRMWARE_MEMMAP_H

#include <stdbool.h>
#include <stdint.h>

#define MEMMAP_ENTRIES 256

struct memmap {
	struct memmap_entry {
		uint64_t start, end; /* [start, end) */
		bool available;
	} entry[MEMMAP_ENTRIES];
	unsigned entries;
	bool overflow;  /* an entry did not fit; what is there still holds */
	bool hole_lost; /* it was an unavailable one: nothing is free */
};

/*
 * Adds one entry in any order. length may be 0 (ignored) or run past 2^64
 * (clipped). An entry that does not fit sets overflow; an unavailable one
 * then makes memmap_free() return nothing, for safety.
 */
void memmap_add(struct memmap *map, uint64_t start, uint64_t length,
		bool available);

/* Marks [start, end) as in use; nothing where end <= start. */
void memmap_reserve(struct memmap *map, uint64_t start, uint64_t end);

/*
 * Sorts, merges, and clips to [low, high): hands each maximal free range,
 * in ascending order, to found(). Does not change what was added.
 */
void memmap_free(const struct memmap *map, uint64_t low, uint64_t high,
		 void (*found)(uint64_t start, uint64_t end, void *arg),
		 void *arg);

#endif
