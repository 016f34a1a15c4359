/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO of work for whoever holds the lock around it: what is the same
 * whichever lock that is (sched/queue/ring.h).
 *
 * Head and tail run freely and are masked on use, so that full (difference =
 * capacity) and empty (difference = 0) need no spare slot. No paper: the
 * textbook's bounded buffer.
 *
 * All verbs but buffer_size() under the caller's lock.
 */
#ifndef SCHED_QUEUE_BUFFER_H
#define SCHED_QUEUE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/work.h"

struct buffer {
	/* Written under the lock; atomic, because buffer_size() reads them
	 * without. */
	uint32_t head;  /* next to take */
	uint32_t tail;  /* next to put */

	/* Fixed by buffer_init(). */
	uint32_t mask;  /* capacity - 1 */
	struct work *slot;
};

static inline size_t buffer_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

/* slot has room for `capacity` entries, a power of two. */
static inline void buffer_init(struct buffer *b, struct work *slot,
			       uint32_t capacity)
{
	*b = (struct buffer){ .mask = capacity - 1, .slot = slot };
}

/* Appends; false when full. */
static inline bool buffer_put(struct buffer *b, struct work work)
{
	uint32_t tail = b->tail;
	bool fits = tail - b->head <= b->mask;

	if (fits) {
		payload_store(&b->slot[tail & b->mask], work);
		atomic_store_relaxed(&b->tail, tail + 1);
	}
	return fits;
}

/* Takes the oldest; false when empty. */
static inline bool buffer_take(struct buffer *b, struct work *work)
{
	uint32_t head = b->head;
	bool any = head != b->tail;

	if (any) {
		*work = payload_load(&b->slot[head & b->mask]);
		atomic_store_relaxed(&b->head, head + 1);
	}
	return any;
}

/* As many of n as there is room for, in order; how many. */
static inline uint32_t buffer_put_bulk(struct buffer *b,
				       const struct work *works, uint32_t n)
{
	uint32_t tail = b->tail;
	uint32_t room = b->mask + 1 - (tail - b->head);

	n = n < room ? n : room;
	for (uint32_t i = 0; i < n; i++)
		payload_store(&b->slot[(tail + i) & b->mask], works[i]);
	atomic_store_relaxed(&b->tail, tail + n);
	return n;
}

/* Up to n, the oldest first; how many. */
static inline uint32_t buffer_take_bulk(struct buffer *b, struct work *works,
					uint32_t n)
{
	uint32_t head = b->head;
	uint32_t filled = b->tail - head;

	n = n < filled ? n : filled;
	for (uint32_t i = 0; i < n; i++)
		works[i] = payload_load(&b->slot[(head + i) & b->mask]);
	atomic_store_relaxed(&b->head, head + n);
	return n;
}

/* Entries at some moment during the call; a hint, without the lock. */
static inline uint32_t buffer_size(const struct buffer *b)
{
	return atomic_load_relaxed(&b->tail) - atomic_load_relaxed(&b->head);
}

#endif
