/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO of work under one lock: the plain shared queue that every other
 * queue is compared with. `ring` is the one under a ticket lock; the other
 * locks of sched/lock/ go around the same buffer in sched/queue/rings.c, and
 * back-off's in sched/queue/shared.h.
 *
 * Cost: the lock's (ticket: one locked add and one store), each verb. Between
 * cores, the line of the lock and the indices there and back for each, and the
 * line of every fourth item. No paper: the textbook's bounded buffer.
 *
 * Any core.
 */
#ifndef SCHED_QUEUE_RING_H
#define SCHED_QUEUE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sched/lock/ticket.h"
#include "sched/queue/buffer.h"
#include "sched/work.h"

/*
 * RING(mine, mcs, inline); at file scope: struct mine and the verbs of
 * sched/queue/queue.h, with the lock's verbs inlined. The bulks hold it once
 * for all of their items. With __attribute__((noinline)) in place of `inline`
 * push, pop and bulks are functions, for an image that fits its bound.
 */
#define RING(name, lock_, how)                                               \
	struct name {                                                        \
		struct lock_##_lock lock;                                    \
		struct buffer buffer;                                        \
	};                                                                   \
	static inline size_t name##_bytes(uint32_t capacity)                 \
	{                                                                    \
		return buffer_bytes(capacity);                               \
	}                                                                    \
	static inline void name##_init(struct name *q, void *memory,         \
				       uint32_t capacity)                    \
	{                                                                    \
		lock_##_init(&q->lock);                                      \
		buffer_init(&q->buffer, memory, capacity);                   \
	}                                                                    \
	static how bool name##_push(struct name *q, struct work work)        \
	{                                                                    \
		struct lock_##_node node;                                    \
		lock_##_acquire(&q->lock, &node);                            \
		bool fits = buffer_put(&q->buffer, work);                    \
		lock_##_release(&q->lock, &node);                            \
		return fits;                                                 \
	}                                                                    \
	static how bool name##_pop(struct name *q, struct work *work)        \
	{                                                                    \
		struct lock_##_node node;                                    \
		lock_##_acquire(&q->lock, &node);                            \
		bool any = buffer_take(&q->buffer, work);                    \
		lock_##_release(&q->lock, &node);                            \
		return any;                                                  \
	}                                                                    \
	static how uint32_t name##_push_bulk(                                \
		struct name *q, const struct work *works, uint32_t n)        \
	{                                                                    \
		struct lock_##_node node;                                    \
		lock_##_acquire(&q->lock, &node);                            \
		n = buffer_put_bulk(&q->buffer, works, n);                   \
		lock_##_release(&q->lock, &node);                            \
		return n;                                                    \
	}                                                                    \
	static how uint32_t name##_pop_bulk(                                 \
		struct name *q, struct work *works, uint32_t n)              \
	{                                                                    \
		struct lock_##_node node;                                    \
		lock_##_acquire(&q->lock, &node);                            \
		n = buffer_take_bulk(&q->buffer, works, n);                  \
		lock_##_release(&q->lock, &node);                            \
		return n;                                                    \
	}                                                                    \
	_Static_assert(true, "")

RING(ring, ticket, inline);

/* Entries at some moment during the call; a hint for other cores. */
static inline uint32_t ring_size(const struct ring *ring)
{
	return buffer_size(&ring->buffer);
}

#endif
