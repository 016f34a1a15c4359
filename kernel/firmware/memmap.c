/* SPDX-License-Identifier: MIT */
#include "kernel/firmware/memmap.h"

#include "kernel/minmax.h"
#include "kernel/string.h"

#define MIB 0x100000ull

static uint64_t end_of(uint64_t start, uint64_t length)
{
	return length > UINT64_MAX - start ? UINT64_MAX : start + length;
}

/* The range of `from` on goes to the place `to`, and all behind it. */
static void move(struct memmap_list *list, unsigned to, unsigned from)
{
	unsigned moved = list->count - from;

	memmove(&list->range[to], &list->range[from],
		moved * sizeof(list->range[0]));
	list->count = to + moved;
}

/* Joins it with those that it overlaps or touches. */
static void join(struct memmap_list *list, uint64_t start, uint64_t end)
{
	unsigned at = 0, after;

	while (at < list->count && list->range[at].end < start)
		at++;
	for (after = at; after < list->count &&
			 list->range[after].start <= end; after++) {
		start = min_u64(start, list->range[after].start);
		end = max_u64(end, list->range[after].end);
	}
	move(list, at + 1, after);
	list->range[at] = (struct memmap_range){ start, end };
}

/* What it costs to lose it: there is little below 1 MiB, and no core starts
 * without some of it. */
static uint64_t worth(uint64_t start, uint64_t end)
{
	return start < MIB ? UINT64_MAX : end - start;
}

/* Leaves out the least range, or closes the least gap between two. */
static void shrink(struct memmap_list *list, bool gaps)
{
	uint64_t least = UINT64_MAX;
	unsigned which = 0;

	for (unsigned i = 0; i + gaps < list->count; i++) {
		const struct memmap_range *r = &list->range[i];
		uint64_t its = gaps ? worth(r[0].end, r[1].start)
				    : worth(r->start, r->end);

		if (its < least) {
			least = its;
			which = i;
		}
	}
	if (gaps)
		list->range[which + 1].start = list->range[which].start;
	move(list, which, which + 1);
}

void memmap_add(struct memmap *map, uint64_t start, uint64_t length,
		bool available)
{
	struct memmap_list *list = available ? &map->available : &map->held;

	if (!length)
		return;
	join(list, start, end_of(start, length));
	if (list->count <= MEMMAP_ENTRIES)
		return;
	map->overflow = true;
	shrink(list, !available);
}

void memmap_reserve(struct memmap *map, uint64_t start, uint64_t end)
{
	if (start < end)
		memmap_add(map, start, end - start, false);
}

void memmap_free(const struct memmap *map, uint64_t low, uint64_t high,
		 void (*found)(uint64_t start, uint64_t end, void *arg),
		 void *arg)
{
	for (unsigned i = 0; i < map->available.count; i++) {
		uint64_t at = max_u64(map->available.range[i].start, low);
		uint64_t end = min_u64(map->available.range[i].end, high);

		for (unsigned k = 0; k < map->held.count && at < end; k++) {
			const struct memmap_range *hole = &map->held.range[k];

			if (hole->end <= at)
				continue;
			if (hole->start > at)
				found(at, min_u64(hole->start, end), arg);
			at = hole->end;
		}
		if (at < end)
			found(at, end, arg);
	}
}
