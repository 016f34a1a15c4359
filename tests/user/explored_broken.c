/* SPDX-License-Identifier: MIT */
/* A lock that two can hold, and a queue that shows an item before it is there:
 * both have to be found. */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* ---- looks, then takes ------------------------------------------------- */

struct hasty_lock {
	uint32_t held;
};

struct hasty_node { };

static inline void hasty_init(struct hasty_lock *lock)
{
	*lock = (struct hasty_lock){ 0 };
}

static inline void hasty_acquire(struct hasty_lock *lock,
				 struct hasty_node *node)
{
	(void)node;
	while (atomic_load_acquire(&lock->held))
		cpu_relax();
	atomic_store_relaxed(&lock->held, 1);
}

static inline void hasty_release(struct hasty_lock *lock,
				 struct hasty_node *node)
{
	(void)node;
	atomic_store_release(&lock->held, 0);
}

static inline bool hasty_is_locked(const struct hasty_lock *lock)
{
	return atomic_load_relaxed(&lock->held);
}

LOCK(hasty, "looks, then takes", .fair = false);

/* ---- shows, then writes ------------------------------------------------ */

struct early {
	uint32_t head, tail, mask;
	struct work *slot;
};

static inline size_t early_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static inline void early_init(struct early *q, void *memory, uint32_t capacity)
{
	*q = (struct early){ .mask = capacity - 1, .slot = memory };
}

static inline bool early_push(struct early *q, struct work work)
{
	uint32_t tail = atomic_load_relaxed(&q->tail);

	if (tail - atomic_load_acquire(&q->head) > q->mask)
		return false;
	atomic_store_release(&q->tail, tail + 1);
	payload_store(&q->slot[tail & q->mask], work);
	return true;
}

static inline bool early_pop(struct early *q, struct work *work)
{
	uint32_t head = atomic_load_relaxed(&q->head);

	if (head == atomic_load_acquire(&q->tail))
		return false;
	*work = payload_load(&q->slot[head & q->mask]);
	atomic_store_release(&q->head, head + 1);
	return true;
}

/* A bulk is one item. */
static inline uint32_t early_push_bulk(struct early *q,
				       const struct work *works, uint32_t n)
{
	return n && early_push(q, works[0]);
}

static inline uint32_t early_pop_bulk(struct early *q, struct work *works,
				      uint32_t n)
{
	return n && early_pop(q, works);
}

QUEUE(early, "shows, then writes", 0);
