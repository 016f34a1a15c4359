/* SPDX-License-Identifier: MIT */
/*
 * A planted difference: two locks that do five and eight exchanges of a word of
 * their own in acquire and release together. The gate must be sure which one is
 * the cheaper (make aa).
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/lock/lock.h"

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

/* ---- a lock that does so many exchanges -------------------------------- */

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
