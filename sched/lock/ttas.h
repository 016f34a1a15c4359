/* SPDX-License-Identifier: MIT */
/*
 * Test-and-test-and-set lock: look until it is free, only then swap.
 *
 * Uncontended: 1 XST (the first try does not look: the line then comes once,
 * for writing, and not twice). Contended: waiters read their own copy of the
 * line; with each release all of them fetch it and all of them swap.
 * Fairness: none. L. Rudolph and Z. Segall, "Dynamic decentralized cache
 * schemes for MIMD parallel processors", 1984.
 */
#ifndef SCHED_LOCK_TTAS_H
#define SCHED_LOCK_TTAS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"

/* Four bytes, unaligned on purpose: it goes beside the data it protects. */
struct ttas_lock {
	uint32_t held; /* any core */
};

struct ttas_node { };

static inline void ttas_init(struct ttas_lock *lock)
{
	*lock = (struct ttas_lock){ 0 };
}

static inline bool ttas_try(struct ttas_lock *lock, struct ttas_node *node)
{
	(void)node;
	/* A1: pairs with R1 in ttas_release(). */
	return !atomic_swap_acquire(&lock->held, 1);
}

static inline bool ttas_is_locked(const struct ttas_lock *lock)
{
	return atomic_load_relaxed(&lock->held);
}

static inline void ttas_acquire(struct ttas_lock *lock, struct ttas_node *node)
{
	while (__builtin_expect(!ttas_try(lock, node), 0)) {
		do
			cpu_relax();
		while (ttas_is_locked(lock));
	}
}

static inline void ttas_release(struct ttas_lock *lock, struct ttas_node *node)
{
	(void)node;
	/* R1: pairs with A1 in ttas_try(). */
	atomic_store_release(&lock->held, 0);
}

#endif
