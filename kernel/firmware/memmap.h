/* SPDX-License-Identifier: MIT */
/*
 * A memory map made usable: firmware's entries come unsorted, overlapping,
 * with odd ends; a byte counts as free only where some entry says "available"
 * and none says anything else. Maps of any length: entries are joined while
 * they come, and of more ranges than fit the largest free ones stay. Pure.
 */
#ifndef KERNEL_FIRMWARE_MEMMAP_H
#define KERNEL_FIRMWARE_MEMMAP_H

#include <stdbool.h>
#include <stdint.h>

#define MEMMAP_ENTRIES 256

struct memmap {
	struct memmap_list { /* sorted; none touches the next one */
		/* [start, end); one more for what is added. */
		struct memmap_range { uint64_t start, end; }
			range[MEMMAP_ENTRIES + 1];
		unsigned count;
	} available, held;
	bool overflow; /* some free memory was left out; all holes are kept */
};

/*
 * Adds one entry in any order. length may be 0 (ignored) or run past 2^64
 * (clipped). Where a list is full the smallest available range is left out, or
 * the smallest gap between two holes; below 1 MiB only as the last resort.
 */
void memmap_add(struct memmap *map, uint64_t start, uint64_t length,
		bool available);

/* Marks [start, end) as in use; nothing where end <= start. */
void memmap_reserve(struct memmap *map, uint64_t start, uint64_t end);

/*
 * Clips to [low, high): hands each maximal free range, in ascending order, to
 * found(). Does not change what was added.
 */
void memmap_free(const struct memmap *map, uint64_t low, uint64_t high,
		 void (*found)(uint64_t start, uint64_t end, void *arg),
		 void *arg);

#endif
