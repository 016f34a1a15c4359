/* SPDX-License-Identifier: MIT */
/*
 * A counting semaphore for fibers: first come, first served, over all cores.
 * Not called sem_wait() and so on: those are POSIX's, and in a Linux program
 * the C library would call ours in their place.
 *
 * Without contention each call is one locked instruction. A unit that is given
 * back while somebody waits is handed over: nobody who comes later gets it.
 */
#ifndef SCHED_SEM_H
#define SCHED_SEM_H

#include <stdint.h>

#include "sched/lock/ticket.h"

struct sem_waiter;

struct semaphore {
	int32_t count;       /* atomic: units left; below 0: fibers that wait,
			      * or are about to */
	struct ticket_lock lock;

	/* Under the lock. */
	uint32_t owed;       /* units for fibers that are about to wait */
	struct sem_waiter *first, *last; /* last: stale when empty */
};

/* count: units at first, >= 0. Before anybody uses it. */
void semaphore_init(struct semaphore *sem, int32_t count);

/*
 * Takes a unit; blocks the calling fiber until there is one. What others did
 * before they gave it back is seen after.
 */
void semaphore_down(struct semaphore *sem);

/* Gives a unit back, to the fiber that has waited longest if one does. Any
 * fiber, whether it has taken one or not. */
void semaphore_up(struct semaphore *sem);

#endif
