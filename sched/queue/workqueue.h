/* SPDX-License-Identifier: MIT */
/*
 * The work queue: a bounded FIFO under spinlocks, one at each end, so that who
 * pushes and who pops do not wait for each other. Michael and Scott, "Simple,
 * fast, and practical non-blocking and blocking concurrent queue algorithms",
 * 1996, the second of the two, over a ring in place of its list. Each end keeps
 * a copy of the other's index and looks at the real one only where the copy
 * says full or empty: Lee, Bu and Chandranmenon, 2010, as spsc.h does.
 *
 * The locks are back-off's: not to be fair is a choice. A core runs a burst
 * while the others stay away, and the lines stay with it. ring.h has the queue
 * under a ticket lock, for who wants order among those who wait.
 *
 * Cost: a verb takes one exchange and some stores. Between cores, the lines of
 * the end once a burst, the line of every fourth item, and the line of an index
 * once in as many items as one end has got ahead of the other. The index that
 * an end shows the other is on lines of its own: a look must not take the
 * lock's line from who is at work.
 *
 * Any core.
 */
#ifndef SCHED_QUEUE_WORKQUEUE_H
#define SCHED_QUEUE_WORKQUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/lock/backoff.h"
#include "sched/work.h"

/* What is atomic here is written under the end's lock and read without. Indices
 * run freely and are masked on use. */
struct workqueue_end {
	struct backoff_lock lock;
	uint32_t known; /* atomic: a copy of the other end's `next` */

	/* Fixed by workqueue_init(). */
	uint32_t mask;  /* capacity - 1 */
	struct work *slot;

	/* atomic: to push to, to pop from; the other end reads it */
	uint32_t next __attribute__((aligned(MACHINE_LINE_PAIR)));
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct workqueue {
	struct workqueue_end tail, head;
};

static inline size_t workqueue_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static inline void workqueue_init(struct workqueue *q, void *memory,
				  uint32_t capacity)
{
	struct workqueue_end end = { .mask = capacity - 1, .slot = memory };

	*q = (struct workqueue){ .tail = end, .head = end };
	backoff_init(&q->tail.lock);
	backoff_init(&q->head.lock);
}

/* ---- under the lock of the end ---------------------------------------------- */

/* Room for at least `wanted`, or as much as there is. */
static inline uint32_t workqueue_room(struct workqueue *q, uint32_t wanted)
{
	struct workqueue_end *my = &q->tail;
	uint32_t capacity = my->mask + 1;
	uint32_t room = capacity - (my->next - my->known);

	if (__builtin_expect(room < wanted, 0)) {
		/* A2: pairs with R2 in the pops: the slots are read out. */
		my->known = atomic_load_acquire(&q->head.next);
		room = capacity - (my->next - my->known);
	}
	return room;
}

/* At least `wanted` items, or as many as there are. */
static inline uint32_t workqueue_ready(struct workqueue *q, uint32_t wanted)
{
	struct workqueue_end *my = &q->head;
	uint32_t ready = my->known - my->next;

	if (ready < wanted) {
		/* A1: pairs with R1 in the pushes: the slots are written. */
		uint32_t tail = atomic_load_acquire(&q->tail.next);

		atomic_store_relaxed(&my->known, tail);
		ready = tail - my->next;
	}
	return ready;
}

/* ---- the verbs of sched/queue/queue.h ---------------------------------------- */

static inline bool workqueue_push(struct workqueue *q, struct work work)
{
	struct workqueue_end *my = &q->tail;
	struct backoff_node node;

	backoff_acquire(&my->lock, &node);
	bool fits = workqueue_room(q, 1);
	if (fits) {
		uint32_t tail = my->next;

		payload_store(&my->slot[tail & my->mask], work);
		/* R1: pairs with A1; the slot is written. */
		atomic_store_release(&my->next, tail + 1);
	}
	backoff_release(&my->lock, &node);
	return fits;
}

static inline bool workqueue_pop(struct workqueue *q, struct work *work)
{
	struct workqueue_end *my = &q->head;
	struct backoff_node node;

	backoff_acquire(&my->lock, &node);
	bool any = workqueue_ready(q, 1);
	if (any) {
		uint32_t head = my->next;

		*work = payload_load(&my->slot[head & my->mask]);
		/* R2: pairs with A2; the slot is read out. */
		atomic_store_release(&my->next, head + 1);
	}
	backoff_release(&my->lock, &node);
	return any;
}

/* Both bulks hold the lock once and publish once. */
static inline uint32_t workqueue_push_bulk(struct workqueue *q,
					   const struct work *works, uint32_t n)
{
	struct workqueue_end *my = &q->tail;
	struct backoff_node node;

	backoff_acquire(&my->lock, &node);
	uint32_t room = workqueue_room(q, n), tail = my->next;
	n = n < room ? n : room;
	for (uint32_t i = 0; i < n; i++)
		payload_store(&my->slot[(tail + i) & my->mask], works[i]);
	/* R1 for all of them. */
	atomic_store_release(&my->next, tail + n);
	backoff_release(&my->lock, &node);
	return n;
}

static inline uint32_t workqueue_pop_bulk(struct workqueue *q,
					  struct work *works, uint32_t n)
{
	struct workqueue_end *my = &q->head;
	struct backoff_node node;

	backoff_acquire(&my->lock, &node);
	uint32_t ready = workqueue_ready(q, n), head = my->next;
	n = n < ready ? n : ready;
	for (uint32_t i = 0; i < n; i++)
		works[i] = payload_load(&my->slot[(head + i) & my->mask]);
	/* R2 for all of them. */
	atomic_store_release(&my->next, head + n);
	backoff_release(&my->lock, &node);
	return n;
}

/*
 * Where the copy knows of items the tail's lines are left alone. The tail never
 * falls behind the head, so where the two agree, the head loaded first, it was
 * empty when the tail was loaded.
 */
static inline bool workqueue_looks_empty(struct workqueue *q)
{
	uint32_t head = atomic_load_relaxed(&q->head.next);

	return head == atomic_load_relaxed(&q->head.known) &&
	       head == atomic_load_relaxed(&q->tail.next);
}

#endif
