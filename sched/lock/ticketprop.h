/* SPDX-License-Identifier: MIT */
/*
 * Ticket lock with proportional back-off: whoever is far back in the queue
 * looks rarely.
 *
 * The place in the queue tells how long the wait will be at least, so a core
 * n places back stays away for about n hand-overs. Uncontended: 1 XST.
 * Contended: one line for a hand-over, which most waiters do not read.
 * Fairness: FIFO. Mellor-Crummey and Scott, "Algorithms for scalable
 * synchronization on shared-memory multiprocessors", 1991, 2.2.
 */
#ifndef SCHED_LOCK_TICKETPROP_H
#define SCHED_LOCK_TICKETPROP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sched/lock/ticket.h"

/*
 * PAUSEs a place: a PAUSE of a new core (35 to 140 cycles) is about as long as
 * a hand-over. The next in line, too, looks once in a PAUSE only: each look
 * between two stores of the holder costs the holder the line.
 */
#define TICKETPROP_PAUSES 1u

struct ticketprop_lock {
	struct ticket_lock ticket;
};

struct ticketprop_node { };

static inline void ticketprop_init(struct ticketprop_lock *lock)
{
	ticket_init(&lock->ticket);
}

static inline void ticketprop_acquire(struct ticketprop_lock *lock,
				      struct ticketprop_node *node)
{
	uint32_t mine = atomic_add_relaxed(&lock->ticket.next, 1);
	uint32_t ahead;

	(void)node;
	/* A1: pairs with R1 in ticket_release() of the holder before us. */
	while ((ahead = mine - atomic_load_acquire(&lock->ticket.serving))) {
		for (uint32_t i = 0; i < ahead * TICKETPROP_PAUSES; i++)
			cpu_relax();
	}
}

static inline bool ticketprop_try(struct ticketprop_lock *lock,
				  struct ticketprop_node *node)
{
	(void)node;
	return ticket_try(&lock->ticket, NULL);
}

static inline void ticketprop_release(struct ticketprop_lock *lock,
				      struct ticketprop_node *node)
{
	(void)node;
	ticket_release(&lock->ticket, NULL); /* R1 */
}

static inline bool ticketprop_is_locked(const struct ticketprop_lock *lock)
{
	return ticket_is_locked(&lock->ticket);
}

#endif
