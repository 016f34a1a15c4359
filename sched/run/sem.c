/* SPDX-License-Identifier: MIT */
#include "sched/sem.h"

#include <stddef.h>

#include "kernel/atomic.h"
#include "sched/sched.h"

/* On the stack of a fiber that waits. */
struct sem_waiter {
	struct sem_waiter *next; /* under the semaphore's lock */
	struct fiber *fiber;     /* fixed */
	uint32_t granted;        /* atomic */
};

void semaphore_init(struct semaphore *sem, int32_t count)
{
	*sem = (struct semaphore){ .count = count };
	ticket_init(&sem->lock);
}

/* Its place in the queue; false if a unit was owed, and is now taken. */
static bool line_up(struct semaphore *sem, struct sem_waiter *self)
{
	bool owed;

	ticket_acquire(&sem->lock, NULL);
	owed = sem->owed;
	if (owed) {
		sem->owed--;
	} else {
		if (sem->first)
			sem->last->next = self;
		else
			sem->first = self;
		sem->last = self;
	}
	ticket_release(&sem->lock, NULL);
	return !owed;
}

/* Who waits longest, taken out; else NULL, and the unit is owed to the next
 * to line up: the count says that one is about to. */
static struct sem_waiter *first_in_line(struct semaphore *sem)
{
	struct sem_waiter *waiter;

	ticket_acquire(&sem->lock, NULL);
	waiter = sem->first;
	if (waiter)
		sem->first = waiter->next;
	else
		sem->owed++;
	ticket_release(&sem->lock, NULL);
	return waiter;
}

/* Apart, so that a unit that is there needs no stack frame. */
static __attribute__((noinline)) void wait(struct semaphore *sem)
{
	struct sem_waiter self = { .fiber = sched_self() };

	if (!line_up(sem, &self))
		return;
	/* A2: pairs with R2 in hand_over(). A wake may be a stale one. */
	while (!atomic_load_acquire(&self.granted))
		sched_block();
}

static __attribute__((noinline)) void hand_over(struct semaphore *sem)
{
	struct sem_waiter *waiter = first_in_line(sem);
	struct fiber *fiber;

	if (!waiter)
		return;
	fiber = waiter->fiber; /* *waiter is gone once it is granted */
	atomic_store_release(&waiter->granted, 1); /* R2: pairs with A2 */
	sched_wake(fiber);
}

void semaphore_down(struct semaphore *sem)
{
	/* A1: pairs with R1 of every semaphore_up() before: each change of the
	 * count continues the release sequence of those before. */
	if (atomic_sub_acquire(&sem->count, 1) <= 0)
		wait(sem);
}

void semaphore_up(struct semaphore *sem)
{
	/* R1: pairs with A1; for a fiber that waits, the lock and R2 do it. */
	if (atomic_add_release(&sem->count, 1) < 0)
		hand_over(sem);
}
