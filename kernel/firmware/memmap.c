/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/memmap.h"

static uint64_t end_of(uint64_t start, uint64_t length)
{
	return length > UINT64_MAX - start ? UINT64_MAX : start + length;
}

void memmap_add(struct memmap *map, uint64_t start, uint64_t length,
		bool available)
{
	if (!length)
		return;
	if (map->entries == MEMMAP_ENTRIES) {
		map->overflow = true;
		/* Lost free memory is only waste; a lost hole is fatal. */
		map->hole_lost |= !available;
		return;
	}
	map->entry[map->entries++] = (struct memmap_entry){
		start, end_of(start, length), available };
}

void memmap_reserve(struct memmap *map, uint64_t start, uint64_t end)
{
	if (start < end)
		memmap_add(map, start, end - start, false);
}

static bool is_free(const struct memmap *map, uint64_t address)
{
	bool available = false;

	for (unsigned i = 0; i < map->entries; i++) {
		const struct memmap_entry *e = &map->entry[i];

		if (address < e->start || address >= e->end)
			continue;
		if (!e->available)
			return false;
		available = true;
	}
	return available;
}

/* The nearest start or end of an entry above `address`; `high` if none. */
static uint64_t next_edge(const struct memmap *map, uint64_t address,
			  uint64_t high)
{
	uint64_t edge = high;

	for (unsigned i = 0; i < map->entries; i++) {
		const struct memmap_entry *e = &map->entry[i];

		if (e->start > address && e->start < edge)
			edge = e->start;
		if (e->end > address && e->end < edge)
			edge = e->end;
	}
	return edge;
}

/*
 * Walks from edge to edge: between two neighbouring ones nothing changes, so
 * order and overlaps of the entries do not matter.
 */
void memmap_free(const struct memmap *map, uint64_t low, uint64_t high,
		 void (*found)(uint64_t start, uint64_t end, void *arg),
		 void *arg)
{
	uint64_t at = low, start = low;
	bool inside = false;

	if (map->hole_lost)
		return;
	while (at < high) {
		bool free = is_free(map, at);

		if (free && !inside)
			start = at;
		if (!free && inside)
			found(start, at, arg);
		inside = free;
		at = next_edge(map, at, high);
	}
	if (inside)
		found(start, high, arg);
}
