/* SPDX-License-Identifier: MIT */
/* A lock and a queue as a user would write them, in one file: both right. */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/assert.h"
#include "kernel/atomic.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* ---- a ticket lock that counts how often it was taken ------------------ */

struct mine_lock {
	uint32_t next, serving;
};

struct mine_node { };

/* Plain, under the lock. Good for one schedule: each has to start anew. */
#define MINE_MOST 32u
static uint32_t mine_taken, mine_left = MINE_MOST;

static inline void mine_init(struct mine_lock *lock)
{
	*lock = (struct mine_lock){ 0 };
}

static inline void mine_acquire(struct mine_lock *lock, struct mine_node *node)
{
	uint32_t number = atomic_add_relaxed(&lock->next, 1);

	(void)node;
	/* A1: pairs with R1. */
	while (atomic_load_acquire(&lock->serving) != number)
		cpu_relax();
	ASSERT_TIMED(mine_left && mine_taken + mine_left == MINE_MOST);
	mine_taken++;
	mine_left--;
}

static inline void mine_release(struct mine_lock *lock, struct mine_node *node)
{
	(void)node;
	/* R1: pairs with A1. */
	atomic_store_release(&lock->serving, lock->serving + 1);
}

static inline bool mine_is_locked(const struct mine_lock *lock)
{
	return atomic_load_relaxed(&lock->next) !=
	       atomic_load_relaxed(&lock->serving);
}

LOCK(mine, "a ticket lock that counts", .fair = true);

/* ---- a stack under that lock ------------------------------------------- */

struct stack {
	struct mine_lock lock;
	uint32_t used, capacity;
	struct work *slot;
};

static inline size_t stack_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static inline void stack_init(struct stack *q, void *memory, uint32_t capacity)
{
	*q = (struct stack){ .capacity = capacity, .slot = memory };
}

static inline uint32_t stack_push_bulk(struct stack *q,
				       const struct work *works, uint32_t n)
{
	struct mine_node node;
	uint32_t done;

	mine_acquire(&q->lock, &node);
	for (done = 0; done < n && q->used < q->capacity; done++)
		payload_store(&q->slot[q->used++], works[done]);
	mine_release(&q->lock, &node);
	return done;
}

static inline uint32_t stack_pop_bulk(struct stack *q, struct work *works,
				      uint32_t n)
{
	struct mine_node node;
	uint32_t done;

	mine_acquire(&q->lock, &node);
	for (done = 0; done < n && q->used; done++)
		works[done] = payload_load(&q->slot[--q->used]);
	mine_release(&q->lock, &node);
	return done;
}

static inline bool stack_push(struct stack *q, struct work work)
{
	return stack_push_bulk(q, &work, 1);
}

static inline bool stack_pop(struct stack *q, struct work *work)
{
	return stack_pop_bulk(q, work, 1);
}

QUEUE(stack, "a stack under a lock", QUEUE_MANY_PUSH | QUEUE_MANY_POP |
      QUEUE_LIFO | QUEUE_LOCK);
