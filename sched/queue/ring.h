/* SPDX-License-Identifier: MIT */
/*
 * The ring: a bounded FIFO of work, in three dresses. `struct buffer` is the
 * ring itself, whose verbs are called by who holds the lock around it, or by
 * the one core which owns it. RING() puts a lock of sched/lock/ around it:
 * `ring` is the one under a ticket lock, the plain queue which every other is
 * compared with; sched/queue/queues.c makes the others.
 *
 * Head and tail run freely and are masked on use, so that full (difference =
 * capacity) and empty (difference = 0) need no spare slot. No paper: the
 * textbook's bounded buffer.
 *
 * Cost: the lock's (ticket: one locked add and one store), each verb. Between
 * cores, the line of the lock and the indices there and back for each, and the
 * line of every fourth item. A core's own ring: some stores.
 */
#ifndef SCHED_QUEUE_RING_H
#define SCHED_QUEUE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/lock/ticket.h"
#include "sched/work.h"

struct buffer {
	/* Written under the lock or by the owner; atomic, because
	 * buffer_size() reads them without. */
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

/* Entries at some moment during the call; a hint. Any core, without the lock. */
static inline uint32_t buffer_size(const struct buffer *b)
{
	return atomic_load_relaxed(&b->tail) - atomic_load_relaxed(&b->head);
}

/* ---- under the caller's lock ----------------------------------------------- */

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

/* ---- one core alone, without a lock ------------------------------------------ */

static inline uint32_t buffer_own_size(const struct buffer *b)
{
	return b->tail - b->head;
}

static inline bool buffer_own_full(const struct buffer *b)
{
	return buffer_own_size(b) > b->mask;
}

/* Not if it is full. */
static inline void buffer_own_push(struct buffer *b, struct work task)
{
	b->slot[b->tail++ & b->mask] = task;
}

/* Not if it is empty. */
static inline struct work buffer_own_pop(struct buffer *b)
{
	return b->slot[b->head++ & b->mask];
}

/*
 * Runs n tasks, 0 < n <= size. A task's slot is free before it runs: what it
 * submits in its own place never finds the ring full. Only n are run, and none
 * of them may pop.
 *
 * Out of line: functions begin at a cache line and the loop fits into one, so
 * its speed does not hang on what lies before it (10 % of an empty task).
 */
static __attribute__((noinline, unused)) void
buffer_own_run(struct buffer *b, uint32_t n)
{
	struct work *slot = b->slot;
	uint32_t head = b->head, mask = b->mask, end = head + n;

	do {
		struct work *task = &slot[head & mask];

		b->head = ++head;
		task->run(task->arg);
	} while (head != end);
}

/* ---- a queue under one lock --------------------------------------------------- */

/*
 * RING(mine, mcs, inline); at file scope: struct mine and the verbs of
 * sched/queue/queue.h, with the lock's verbs inlined; any core. The bulks hold
 * it once for all of their items. With __attribute__((noinline)) in place of
 * `inline` push, pop and bulks are functions, for an image that fits its bound.
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
	static inline bool name##_looks_empty(struct name *q)                \
	{                                                                    \
		return !buffer_size(&q->buffer);                             \
	}                                                                    \
	_Static_assert(true, "")

RING(ring, ticket, inline);

#endif
