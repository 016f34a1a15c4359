/* SPDX-License-Identifier: MIT */
/*
 * MCS lock: a queue of nodes; each waiter spins in its own.
 *
 * Uncontended: 2 RMW (swap in, compare-and-swap out). Contended: a hand-over
 * is one store into the successor's node, so no waiter disturbs another
 * however many there are; with two cores it is more lines than a ticket lock
 * moves. Fairness: FIFO. Mellor-Crummey and Scott, "Algorithms for scalable
 * synchronization on shared-memory multiprocessors", 1991, 2.4.
 *
 * The node is in use until the release returns.
 */
#ifndef SCHED_LOCK_MCS_H
#define SCHED_LOCK_MCS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"

/*
 * On a line of its own: its core spins there, and the stack stays quiet. `next`
 * is read right after the tail is written. A processor may take two addresses
 * for one that agree in their last 12 bits: 35 ticks a pair, not 30. A lock
 * often begins a line, so `next` does not.
 */
struct mcs_node {
	uint32_t waits;        /* the predecessor clears it */
	struct mcs_node *next; /* the successor writes it, once */
} __attribute__((aligned(MACHINE_LINE)));

/* Eight bytes, unaligned on purpose: it goes beside the data it protects. */
struct mcs_lock {
	struct mcs_node *tail; /* any core: the last that came; NULL: free */
};

static inline void mcs_init(struct mcs_lock *lock)
{
	*lock = (struct mcs_lock){ 0 };
}

static inline void mcs_acquire(struct mcs_lock *lock, struct mcs_node *node)
{
	/* Both before the swap, which waits for earlier stores anyway: who
	 * has to wait then links itself at once. */
	atomic_store_relaxed(&node->waits, 1);
	atomic_store_relaxed(&node->next, NULL);
	/*
	 * A1: pairs with R2 in mcs_release() if it was free, else with R1 of
	 * the core before us. R1: the one after us finds our node emptied.
	 */
	struct mcs_node *before = atomic_swap_acq_rel(&lock->tail, node);

	if (__builtin_expect(!before, 1))
		return;
	/* R3: pairs with A3 in mcs_release(): `waits` is set before we show. */
	atomic_store_release(&before->next, node);
	/* A2: pairs with R4 in mcs_release() of the core before us. */
	while (atomic_load_acquire(&node->waits))
		cpu_relax();
}

/* Takes the lock if nobody holds it. */
static inline bool mcs_try(struct mcs_lock *lock, struct mcs_node *node)
{
	struct mcs_node *expected = NULL;

	atomic_store_relaxed(&node->next, NULL);
	/* A1 and R1, as in mcs_acquire(). */
	return atomic_cas_acq_rel(&lock->tail, &expected, node);
}

static inline void mcs_release(struct mcs_lock *lock, struct mcs_node *node)
{
	/* A3: pairs with R3 in mcs_acquire() of the core behind us. */
	struct mcs_node *next = atomic_load_acquire(&node->next);

	if (__builtin_expect(!next, 1)) {
		struct mcs_node *expected = node;

		/* R2: pairs with A1 of whoever comes next. */
		if (atomic_cas_release(&lock->tail, &expected, NULL))
			return;
		/* Somebody is between its swap and R3: a few instructions. */
		while (!(next = atomic_load_acquire(&node->next))) /* A3 */
			cpu_relax();
	}
	/* R4: pairs with A2 in mcs_acquire() of the core behind us. */
	atomic_store_release(&next->waits, 0);
}

static inline bool mcs_is_locked(const struct mcs_lock *lock)
{
	return atomic_load_relaxed(&lock->tail);
}

#endif
