/* SPDX-License-Identifier: MIT */
/*
 * A planted difference: two locks that do five and eight exchanges of a word of
 * their own in acquire and release together, and a stack under each. The gate
 * must be sure which one is the cheaper (make aa).
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

struct planted {
	uint32_t held;
	uint32_t word; /* the holder's */
};

static inline void planted_acquire(struct planted *lock)
{
	/* A1: pairs with R1. */
	while (atomic_swap_acquire(&lock->held, 1))
		cpu_relax();
}

/* The acquire was the first of so many exchanges. */
__attribute__((always_inline))
static inline void planted_release(struct planted *lock, unsigned exchanges)
{
	for (unsigned i = 1; i < exchanges; i++)
		(void)atomic_swap_relaxed(&lock->word, i);
	/* R1: pairs with A1. */
	atomic_store_release(&lock->held, 0);
}

/* ---- a lock and a stack that do so many exchanges ---------------------- */

#define PLANTED(name, exchanges)                                             \
	struct name##_lock { struct planted planted; };                      \
	struct name##_node { };                                              \
	static inline void name##_init(struct name##_lock *lock)             \
	{                                                                    \
		*lock = (struct name##_lock){ 0 };                           \
	}                                                                    \
	static inline void name##_acquire(struct name##_lock *lock,          \
					  struct name##_node *node)          \
	{                                                                    \
		(void)node;                                                  \
		planted_acquire(&lock->planted);                             \
	}                                                                    \
	static inline void name##_release(struct name##_lock *lock,          \
					  struct name##_node *node)          \
	{                                                                    \
		(void)node;                                                  \
		planted_release(&lock->planted, exchanges);                  \
	}                                                                    \
	static inline bool name##_is_locked(const struct name##_lock *lock)  \
	{                                                                    \
		return atomic_load_relaxed(&lock->planted.held);             \
	}                                                                    \
	LOCK(name, #exchanges " exchanges in acquire and release")

PLANTED(light, 5);
PLANTED(heavy, 8);

#define PLANTED_STACK(name, lock_name)                                       \
	struct name {                                                        \
		struct lock_name##_lock lock;                                \
		uint32_t used, capacity;                                     \
		struct work *slot;                                           \
	};                                                                   \
	static inline size_t name##_bytes(uint32_t capacity)                 \
	{                                                                    \
		return capacity * sizeof(struct work);                       \
	}                                                                    \
	static inline void name##_init(struct name *q, void *memory,         \
				       uint32_t capacity)                    \
	{                                                                    \
		*q = (struct name){ .capacity = capacity, .slot = memory };  \
	}                                                                    \
	static inline uint32_t name##_push_bulk(                             \
		struct name *q, const struct work *works, uint32_t n)        \
	{                                                                    \
		struct lock_name##_node node;                                \
		uint32_t done;                                               \
									     \
		lock_name##_acquire(&q->lock, &node);                        \
		for (done = 0; done < n && q->used < q->capacity; done++)    \
			payload_store(&q->slot[q->used++], works[done]);     \
		lock_name##_release(&q->lock, &node);                        \
		return done;                                                 \
	}                                                                    \
	static inline uint32_t name##_pop_bulk(struct name *q,               \
					       struct work *works,           \
					       uint32_t n)                   \
	{                                                                    \
		struct lock_name##_node node;                                \
		uint32_t done;                                               \
									     \
		lock_name##_acquire(&q->lock, &node);                        \
		for (done = 0; done < n && q->used; done++)                  \
			works[done] = payload_load(&q->slot[--q->used]);     \
		lock_name##_release(&q->lock, &node);                        \
		return done;                                                 \
	}                                                                    \
	static inline bool name##_push(struct name *q, struct work work)     \
	{                                                                    \
		return name##_push_bulk(q, &work, 1);                        \
	}                                                                    \
	static inline bool name##_pop(struct name *q, struct work *work)     \
	{                                                                    \
		return name##_pop_bulk(q, work, 1);                          \
	}                                                                    \
	QUEUE(name, "a stack under " #lock_name, QUEUE_MANY_PUSH |           \
	      QUEUE_MANY_POP | QUEUE_LIFO | QUEUE_LOCK)

PLANTED_STACK(lightstack, light);
PLANTED_STACK(heavystack, heavy);
