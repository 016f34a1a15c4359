/* SPDX-License-Identifier: MIT */
/*
 * Queued spin lock: a fair lock of 32 bits that scales like MCS.
 *
 *	bits 0-7 held; 8-15 pending; 16-17 nesting; 18-31 core + 1 of the tail
 *
 * The first waiter sets `pending` and spins on the word; only the second and
 * later ones queue up in nodes, as in an MCS lock, and their head waits for
 * both the holder and the pending one. Uncontended: 2 RMW. Linux releases by
 * a store to the low byte; if the next acquire comes at once, its RMW of the
 * whole word cannot be fed from that store and waits for it: 21 ticks a pair
 * on a Zen 3, against 11 by two RMW, and with work between the pairs both
 * vanish in it. Contended by two cores: as a ticket lock, by more: as MCS.
 * Fairness: FIFO, but for a core that comes while the word is 0. The
 * algorithm is that of Linux (P. Zijlstra and W. Long): J. Corbet, "MCS locks
 * and qspinlocks", lwn.net, 2014.
 *
 * A node must be found by its number, so the nodes are in a table and not on
 * the stack. A core needs one while it queues, another only if a trap handler
 * queues meanwhile.
 */
#ifndef SCHED_LOCK_QSPIN_H
#define SCHED_LOCK_QSPIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/assert.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"

#define QSPIN_HELD 1u
#define QSPIN_PENDING (1u << 8)
#define QSPIN_TAIL 16 /* its lowest bit */
#define QSPIN_NESTING 4u
#define QSPIN_LOOKS 512u /* at a hand-over that is a few instructions long */

_Static_assert(MACHINE_MAX_CORES < 1 << 14, "the tail has no room");

struct qspin_lock {
	uint32_t word; /* any core */
};

/* What a caller brings: nothing. */
struct qspin_node { };

struct qspin_place {
	struct qspin_place *next; /* the successor writes it, once */
	uint32_t waits;           /* the predecessor clears it */
};

struct qspin_core {
	struct qspin_place place[QSPIN_NESTING];
	uint32_t used; /* this core only */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

extern struct qspin_core qspin_cores[MACHINE_MAX_CORES];

/* Everything but the uncontended case; in qspin.c. */
void qspin_wait(struct qspin_lock *lock);

static inline void qspin_init(struct qspin_lock *lock)
{
	*lock = (struct qspin_lock){ 0 };
}

/* Takes the lock if nobody holds it or waits for it. */
static inline bool qspin_try(struct qspin_lock *lock, struct qspin_node *node)
{
	uint32_t expected = 0;

	(void)node;
	/* A1: pairs with R1 in qspin_release(). */
	return atomic_cas_acquire(&lock->word, &expected, QSPIN_HELD);
}

static inline void qspin_acquire(struct qspin_lock *lock,
				 struct qspin_node *node)
{
	if (!qspin_try(lock, node))
		qspin_wait(lock);
}

static inline void qspin_release(struct qspin_lock *lock,
				 struct qspin_node *node)
{
	(void)node;
	/* R1: pairs with A1, and with A2 and A3 in qspin.c. */
	atomic_sub_release(&lock->word, QSPIN_HELD);
}

static inline bool qspin_is_locked(const struct qspin_lock *lock)
{
	return atomic_load_relaxed(&lock->word);
}

#endif
