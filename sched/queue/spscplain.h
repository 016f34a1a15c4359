/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO for one producer and one consumer, as Lamport wrote it
 * ("Specifying concurrent program modules", 1983): each index has one writer,
 * and both sides look at both indices every time. Here to show what the copies
 * of spsc.h are worth, in all else the same.
 *
 * Cost: on one core as spsc.h. Between cores two line transfers an item, as
 * each side takes the line that the other is about to write.
 *
 * Push: one core at a time. Pop: one core at a time.
 */
#ifndef SCHED_QUEUE_SPSCPLAIN_H
#define SCHED_QUEUE_SPSCPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/queue/spsc.h"
#include "sched/work.h"

/* A side on a pair of lines of its own, positions as pointers: see spsc.h. */
struct spscplain_side {
	struct work *next;  /* atomic, written by this side only */
	struct work *start, *end;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct spscplain {
	struct spscplain_side push;
	struct spscplain_side pop;
};

static inline size_t spscplain_bytes(uint32_t capacity)
{
	return ((size_t)capacity + 1) * sizeof(struct work);
}

static inline void spscplain_init(struct spscplain *q, void *memory, uint32_t capacity)
{
	struct work *slot = memory;
	struct spscplain_side side = { .next = slot, .start = slot,
				  .end = slot + capacity + 1 };

	*q = (struct spscplain){ .push = side, .pop = side };
}

static inline struct work *spscplain_after(const struct spscplain_side *side,
				      struct work *at)
{
	/* A branch, not a select: the next slot's address does not wait. */
	if (__builtin_expect(at + 1 == side->end, 0))
		return side->start;
	return at + 1;
}

/* Slots from `from` on up to `to`, that one not included. */
static inline uint32_t spscplain_between(const struct spscplain_side *side,
				    const struct work *from,
				    const struct work *to)
{
	ptrdiff_t slots = to - from;

	return (uint32_t)(slots < 0 ? slots + (side->end - side->start) : slots);
}

static inline bool spscplain_push(struct spscplain *q, struct work work)
{
	struct spscplain_side *my = &q->push;
	struct work *tail = atomic_load_relaxed(&my->next);
	struct work *next = spscplain_after(my, tail);

	/* A2: pairs with R2 in the pops: the slot is read out. */
	if (next == atomic_load_acquire(&q->pop.next))
		return false;
	cpu_prefetch_write((const char *)tail + SPSC_AHEAD);
	payload_store(tail, work);
	/* R1: pairs with A1; the slot is written. */
	atomic_store_release(&my->next, next);
	return true;
}

static inline bool spscplain_pop(struct spscplain *q, struct work *work)
{
	struct spscplain_side *my = &q->pop;
	struct work *head = atomic_load_relaxed(&my->next);

	/* A1: pairs with R1 in the pushes: the slot is written. */
	if (head == atomic_load_acquire(&q->push.next))
		return false;
	*work = payload_load(head);
	/* R2: pairs with A2; the slot is read out. */
	atomic_store_release(&my->next, spscplain_after(my, head));
	return true;
}

/* Both bulks publish once: the other side sees all or none of it. */
static inline uint32_t spscplain_push_bulk(struct spscplain *q, const struct work *works,
				      uint32_t n)
{
	struct spscplain_side *my = &q->push;
	struct work *tail = atomic_load_relaxed(&my->next);
	/* A2, as above. */
	struct work *head = atomic_load_acquire(&q->pop.next);
	uint32_t room = spscplain_between(my, spscplain_after(my, tail), head);

	n = n < room ? n : room;
	for (uint32_t i = 0; i < n; i++, tail = spscplain_after(my, tail))
		payload_store(tail, works[i]);
	/* R1 for all of them. */
	atomic_store_release(&my->next, tail);
	return n;
}

static inline uint32_t spscplain_pop_bulk(struct spscplain *q, struct work *works,
				     uint32_t n)
{
	struct spscplain_side *my = &q->pop;
	struct work *head = atomic_load_relaxed(&my->next);
	/* A1, as above. */
	struct work *tail = atomic_load_acquire(&q->push.next);
	uint32_t ready = spscplain_between(my, head, tail);

	n = n < ready ? n : ready;
	for (uint32_t i = 0; i < n; i++, head = spscplain_after(my, head))
		works[i] = payload_load(head);
	/* R2 for all of them. */
	atomic_store_release(&my->next, head);
	return n;
}

#endif
