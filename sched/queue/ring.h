/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO of work under one ticket lock: the plain shared queue that
 * every other queue is compared with.
 *
 * Head and tail run freely and are masked on use, so that full (difference =
 * capacity) and empty (difference = 0) need no spare slot.
 *
 * Cost: one locked add and one store for the lock, each verb. Between cores,
 * the line of the lock and the indices there and back for each, and the line of
 * every fourth item. No paper: the textbook's bounded buffer.
 *
 * Any core.
 */
#ifndef SCHED_QUEUE_RING_H
#define SCHED_QUEUE_RING_H

#include <stdbool.h>
#include <stddef.h>
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

static inline size_t ring_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

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
		payload_store(&ring->slot[tail & ring->mask], work);
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
		*work = payload_load(&ring->slot[head & ring->mask]);
		atomic_store_relaxed(&ring->head, head + 1);
	}
	ticket_unlock(&ring->lock);
	return any;
}

/* The bulks hold the lock once for all of their items. */
static inline uint32_t ring_push_bulk(struct ring *ring,
				      const struct work *works, uint32_t n)
{
	ticket_lock(&ring->lock);
	uint32_t tail = ring->tail;
	uint32_t room = ring->mask + 1 - (tail - ring->head);
	n = n < room ? n : room;
	for (uint32_t i = 0; i < n; i++)
		payload_store(&ring->slot[(tail + i) & ring->mask],
			      works[i]);
	atomic_store_relaxed(&ring->tail, tail + n);
	ticket_unlock(&ring->lock);
	return n;
}

static inline uint32_t ring_pop_bulk(struct ring *ring, struct work *works,
				     uint32_t n)
{
	ticket_lock(&ring->lock);
	uint32_t head = ring->head;
	uint32_t filled = ring->tail - head;
	n = n < filled ? n : filled;
	for (uint32_t i = 0; i < n; i++)
		works[i] = payload_load(&ring->slot[(head + i) &
						    ring->mask]);
	atomic_store_relaxed(&ring->head, head + n);
	ticket_unlock(&ring->lock);
	return n;
}

/* Entries at some moment during the call; a hint for other cores. */
static inline uint32_t ring_size(const struct ring *ring)
{
	return atomic_load_relaxed(&ring->tail) -
	       atomic_load_relaxed(&ring->head);
}

#endif
