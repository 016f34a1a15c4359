/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO of work under one ticket lock: the plain shared queue that
 * every other queue is compared with.
 *
 * Head and tail run freely and are masked on use, so that full (difference =
 * capacity) and empty (difference = 0) need no spare slot.
 */
#ifndef SCHED_QUEUE_RING_H
#define SCHED_QUEUE_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "sched/lock/ticket.h"
#include "sched/work.h"

struct ring {
	struct ticket_lock lock;

	/* Written under lock; atomic, because ring_size() reads them without. */
	uint32_t head;  /* next to pop */
	uint32_t tail;  /* next to push */

	/* Fixed by ring_init(). */
	uint32_t mask;  /* capacity - 1 */
	struct work *slot;
};

/* slot has room for `capacity` entries, a power of two. */
static inline void ring_init(struct ring *ring, struct work *slot,
			     uint32_t capacity)
{
	*ring = (struct ring){ .mask = capacity - 1, .slot = slot };
}

/* Appends; false when full. Any core. */
static inline bool ring_push(struct ring *ring, struct work work)
{
	ticket_lock(&ring->lock);
	uint32_t tail = ring->tail;
	bool fits = tail - ring->head <= ring->mask;
	if (fits) {
		ring->slot[tail & ring->mask] = work;
		atomic_store_relaxed(&ring->tail, tail + 1);
	}
	ticket_unlock(&ring->lock);
	return fits;
}

/* Takes the oldest; false when empty. Any core. */
static inline bool ring_pop(struct ring *ring, struct work *work)
{
	ticket_lock(&ring->lock);
	uint32_t head = ring->head;
	bool any = head != ring->tail;
	if (any) {
		*work = ring->slot[head & ring->mask];
		atomic_store_relaxed(&ring->head, head + 1);
	}
	ticket_unlock(&ring->lock);
	return any;
}

/* Entries at some moment during the call; a hint for other cores. */
static inline uint32_t ring_size(const struct ring *ring)
{
	return atomic_load_relaxed(&ring->tail) -
	       atomic_load_relaxed(&ring->head);
}

#endif
