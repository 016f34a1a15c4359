/* SPDX-License-Identifier: MIT */
/*
 * Test-and-set lock: swap a one in until a zero comes out.
 *
 * Uncontended: 1 XST (the swap; the release is a plain store). Contended:
 * every waiter takes the line for itself with every try, also from the holder,
 * who then has to fetch it to release: the bad example, and the floor of what
 * an uncontended lock can cost. Fairness: none, a core may starve.
 * T. E. Anderson, "The performance of spin lock alternatives for
 * shared-memory multiprocessors", 1990, 3.1.
 */
#ifndef SCHED_LOCK_TAS_H
#define SCHED_LOCK_TAS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"

/* Four bytes, unaligned on purpose: it goes beside the data it protects. */
struct tas_lock {
	uint32_t held; /* any core */
};

struct tas_node { };

static inline void tas_init(struct tas_lock *lock)
{
	*lock = (struct tas_lock){ 0 };
}

static inline bool tas_try(struct tas_lock *lock, struct tas_node *node)
{
	(void)node;
	/* A1: pairs with R1 in tas_release(). */
	return !atomic_swap_acquire(&lock->held, 1);
}

static inline void tas_acquire(struct tas_lock *lock, struct tas_node *node)
{
	while (!tas_try(lock, node))
		cpu_relax();
}

static inline void tas_release(struct tas_lock *lock, struct tas_node *node)
{
	(void)node;
	/* R1: pairs with A1 in tas_try(). */
	atomic_store_release(&lock->held, 0);
}

static inline bool tas_is_locked(const struct tas_lock *lock)
{
	return atomic_load_relaxed(&lock->held);
}

#endif
