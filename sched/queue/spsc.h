/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO for one producer and one consumer, without any locked
 * instruction. Lamport, "Specifying concurrent program modules", 1983: each
 * index has one writer. To which each side adds a copy of the other side's
 * index and looks at the real one only when the copy says full or empty: Lee,
 * Bu and Chandranmenon, "A lock-free, cache-efficient multi-core
 * synchronization mechanism for line-rate network traffic monitoring"
 * (MCRingBuffer), 2010. spscplain.h is the ring without the copies.
 *
 * Cost: on one core, some 26 instructions a pair, no more. Between cores, the
 * line of every fourth item, and the lines of the indices once in as many items
 * as the other side has got ahead.
 *
 * Push: one core at a time. Pop: one core at a time.
 */
#ifndef SCHED_QUEUE_SPSC_H
#define SCHED_QUEUE_SPSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/work.h"

/*
 * All that a side needs, so that it touches one line of its own. A pair of
 * lines each: the prefetcher that fetches in pairs must not pull the other
 * side's line away. Positions are pointers: two loads and three instructions
 * an item fewer than an index, a mask and a base. A spare slot tells full
 * from empty.
 */
struct spsc_side {
	struct work *next;  /* atomic, written by this side only */

	/* Where this side has to look at the other's `next` again: a copy of
	 * it. The consumer's is NULL where it would be its own `next`. */
	struct work *limit;
	struct work *start, *end;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct spsc {
	struct spsc_side push;
	struct spsc_side pop;
};

/*
 * How many bytes ahead a push fetches the line that it will write. Stores leave
 * a core in order, so each line would be waited for by itself. From core to
 * core 57 ticks an item become 12 where a line takes 140 (Sapphire Rapids). It
 * is done by every push: to look whether the line is a new one costs 0.7 ticks
 * on one core, the fetch itself nothing. At the end of the memory it fetches
 * what lies behind.
 */
#define SPSC_AHEAD (4 * MACHINE_LINE)

static inline size_t spsc_bytes(uint32_t capacity)
{
	return ((size_t)capacity + 1) * sizeof(struct work);
}

static inline void spsc_init(struct spsc *q, void *memory, uint32_t capacity)
{
	struct work *slot = memory;
	struct spsc_side side = { .next = slot, .start = slot,
				  .end = slot + capacity + 1 };

	*q = (struct spsc){ .push = side, .pop = side };
	q->push.limit = slot;
}

static inline struct work *spsc_after(const struct spsc_side *side,
				      struct work *at)
{
	/* A branch, not a select: the next slot's address does not wait. */
	if (__builtin_expect(at + 1 == side->end, 0))
		return side->start;
	return at + 1;
}

/* Slots from `from` on up to `to`, that one not included. */
static inline uint32_t spsc_between(const struct spsc_side *side,
				    const struct work *from,
				    const struct work *to)
{
	ptrdiff_t slots = to - from;

	return (uint32_t)(slots < 0 ? slots + (side->end - side->start) : slots);
}

static inline bool spsc_push(struct spsc *q, struct work work)
{
	struct spsc_side *my = &q->push;
	struct work *tail = atomic_load_relaxed(&my->next);
	struct work *next = spsc_after(my, tail);

	if (next == my->limit) {
		/* A2: pairs with R2 in the pops: the slots are read out. */
		my->limit = atomic_load_acquire(&q->pop.next);
		if (next == my->limit)
			return false;
	}
	cpu_prefetch_write((const char *)tail + SPSC_AHEAD);
	payload_store(tail, work);
	/* R1: pairs with A1; the slot is written. */
	atomic_store_release(&my->next, next);
	return true;
}

static inline bool spsc_pop(struct spsc *q, struct work *work)
{
	struct spsc_side *my = &q->pop;
	struct work *head = atomic_load_relaxed(&my->next);
	struct work *next = spsc_after(my, head);

	/* Expected, that is in line, and no store where the copy would serve
	 * for this item only: it costs least where it counts, on one core that
	 * pushes and pops in turn. */
	if (__builtin_expect(!my->limit, 1)) {
		/* A1: pairs with R1 in the pushes: the slots are written. */
		struct work *tail = atomic_load_acquire(&q->push.next);
		if (__builtin_expect(head == tail, 0))
			return false;
		if (next != tail)
			my->limit = tail;
	} else if (next == my->limit) {
		my->limit = NULL;
	}
	*work = payload_load(head);
	/* R2: pairs with A2; the slot is read out. */
	atomic_store_release(&my->next, next);
	return true;
}

/* Of n slots from `at` on, those before the end of the memory. */
static inline uint32_t spsc_flat(const struct spsc_side *side,
				 const struct work *at, uint32_t n)
{
	size_t left = (size_t)(side->end - at);

	return n < left ? n : (uint32_t)left;
}

/* The slot that comes n behind `at`. */
static inline struct work *spsc_behind(const struct spsc_side *side,
				       struct work *at, uint32_t n)
{
	size_t left = (size_t)(side->end - at);

	return n < left ? at + n : side->start + (n - left);
}

/* Both bulks publish once: the other side sees all or none of it. */
static inline uint32_t spsc_push_bulk(struct spsc *q, const struct work *works,
				      uint32_t n)
{
	struct spsc_side *my = &q->push;
	struct work *tail = atomic_load_relaxed(&my->next);
	struct work *next = spsc_after(my, tail);
	uint32_t room = spsc_between(my, next, my->limit);

	if (room < n) {
		/* A2, as above. */
		my->limit = atomic_load_acquire(&q->pop.next);
		room = spsc_between(my, next, my->limit);
	}
	n = n < room ? n : room;
	uint32_t flat = spsc_flat(my, tail, n);
#pragma GCC unroll 8
	for (uint32_t i = 0; i < flat; i++)
		payload_put(&tail[i], &works[i]);
	for (uint32_t i = flat; i < n; i++)
		payload_put(&my->start[i - flat], &works[i]);
	/* R1 for all of them. */
	atomic_store_release(&my->next, spsc_behind(my, tail, n));
	return n;
}

static inline uint32_t spsc_pop_bulk(struct spsc *q, struct work *works,
				     uint32_t n)
{
	struct spsc_side *my = &q->pop;
	struct work *head = atomic_load_relaxed(&my->next);
	struct work *tail = my->limit ? my->limit : head;
	uint32_t ready = spsc_between(my, head, tail);

	if (ready < n) {
		/* A1, as above. */
		tail = atomic_load_acquire(&q->push.next);
		ready = spsc_between(my, head, tail);
	}
	n = n < ready ? n : ready;
	uint32_t flat = spsc_flat(my, head, n);
#pragma GCC unroll 8
	for (uint32_t i = 0; i < flat; i++)
		payload_get(&works[i], &head[i]);
	for (uint32_t i = flat; i < n; i++)
		payload_get(&works[i], &my->start[i - flat]);
	my->limit = n < ready ? tail : NULL;
	/* R2 for all of them. */
	atomic_store_release(&my->next, spsc_behind(my, head, n));
	return n;
}

#endif
