/* SPDX-License-Identifier: MIT */
#include "kernel/memory/arena.h"

#define PAGE 4096ull

static uint64_t round_up(uint64_t value, uint64_t align)
{
	return (value + align - 1) & ~(align - 1);
}

/* Where a further one goes: NULL if all others are worth more. */
static struct arena_range *place_for(struct arena *arena, uint64_t bytes)
{
	struct arena_range *least = NULL;

	if (arena->ranges < ARENA_RANGES)
		return &arena->range[arena->ranges++];
	for (unsigned i = 1; i < ARENA_RANGES; i++) {
		struct arena_range *r = &arena->range[i];

		if (r->next == r->start && r->end - r->start < bytes) {
			least = r;
			bytes = r->end - r->start;
		}
	}
	return least;
}

bool arena_add(struct arena *arena, uint64_t start, uint64_t end)
{
	struct arena_range *place;

	if (start > UINT64_MAX - PAGE)
		return true; /* not a whole page */
	start = start < PAGE ? PAGE /* address 0 means none */
			     : round_up(start, PAGE);
	end &= ~(PAGE - 1);
	if (start >= end)
		return true;
	for (unsigned i = 0; i < arena->ranges; i++)
		if (start < arena->range[i].end && end > arena->range[i].start)
			return false;
	place = place_for(arena, end - start);
	if (place)
		*place = (struct arena_range){ start, start, end };
	return true;
}

/* Where in the range `bytes` fit; 0 if nowhere. */
static uint64_t place_in(const struct arena_range *range, uint64_t bytes,
			 uint64_t align, uint64_t limit)
{
	uint64_t end = range->end < limit ? range->end : limit;
	uint64_t place = round_up(range->next, align); /* wraps to 0 */

	return place < end && end - place >= bytes ? place : 0;
}

uint64_t arena_take(struct arena *arena, uint64_t bytes, uint64_t align,
		    uint64_t limit)
{
	if (bytes == 0 || bytes > UINT64_MAX - PAGE)
		return 0;
	bytes = round_up(bytes, PAGE);
	if (align < PAGE)
		align = PAGE;
	for (unsigned i = 0; i < arena->ranges; i++) {
		uint64_t place = place_in(&arena->range[i], bytes, align,
					  limit);

		if (place) {
			arena->range[i].next = place + bytes;
			return place;
		}
	}
	return 0;
}

uint64_t arena_left(const struct arena *arena)
{
	uint64_t left = 0;

	for (unsigned i = 0; i < arena->ranges; i++)
		left += arena->range[i].end - arena->range[i].next;
	return left;
}
