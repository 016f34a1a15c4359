/* SPDX-License-Identifier: MIT */
/*
 * Ticket lock: first come, first served.
 *
 * A core draws a number with one locked add and waits until it is served.
 * Uncontended: 1 XST (the draw is an add). Contended: strict FIFO, each
 * hand-over moves one cache line. Mellor-Crummey and Scott, "Algorithms for
 * scalable synchronization on shared-memory multiprocessors", 1991, 2.2.
 *
 * Any core; not from a trap handler that can interrupt a holder.
 */
#ifndef SCHED_LOCK_TICKET_H
#define SCHED_LOCK_TICKET_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"

/* One line on purpose: a core fetches both words with its draw. */
struct ticket_lock {
	uint32_t next;   /* any core, atomic: the next number to draw */
	uint32_t serving; /* written by the holder only */
};

static inline void ticket_init(struct ticket_lock *lock)
{
	*lock = (struct ticket_lock){ 0 };
}

/* No acquisition needs anything: NULL will do for a node. */
struct ticket_node { };

static inline void ticket_acquire(struct ticket_lock *lock,
				  struct ticket_node *node)
{
	uint32_t mine = atomic_add_relaxed(&lock->next, 1);

	(void)node;
	/*
	 * A1: pairs with R1 in ticket_release() of the holder before us. The
	 * pause pays even for the hand-over: a look between two writes of the
	 * holder costs it the line (two cores of a Zen 3: 74 ticks a hand-over,
	 * 104 without the pause).
	 */
	while (atomic_load_acquire(&lock->serving) != mine)
		cpu_relax();
}

/* Takes the lock if nobody holds it or waits for it. */
static inline bool ticket_try(struct ticket_lock *lock,
			      struct ticket_node *node)
{
	uint32_t serving = atomic_load_relaxed(&lock->serving);
	uint32_t expected = serving;

	(void)node;
	/*
	 * A2: pairs with R1. next == serving holds only while the lock is
	 * free, and drawing that number makes it ours; the value we compare
	 * with was loaded before, so a serving that moved on makes this fail.
	 */
	if (!atomic_cas_acquire(&lock->next, &expected, serving + 1))
		return false;
	return atomic_load_acquire(&lock->serving) == serving;
}

static inline void ticket_release(struct ticket_lock *lock,
				  struct ticket_node *node)
{
	(void)node;
	/* R1: pairs with A1 and A2; what we wrote is seen by the next one. */
	atomic_store_release(&lock->serving, lock->serving + 1);
}

static inline bool ticket_is_locked(const struct ticket_lock *lock)
{
	return atomic_load_relaxed(&lock->next) !=
	       atomic_load_relaxed(&lock->serving);
}

#endif
