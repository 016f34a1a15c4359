/* SPDX-License-Identifier: MIT */
#include "sched/lock/ticket.h"

#include <pthread.h>

#include "tests/unit/test.h"

/* Not more than there are processors: a ticket goes to its owner only, and one
 * that is not running costs all others a time slice. */
#define THREADS 2
#define TURNS 20000u

static struct ticket_lock lock;
static uint64_t counter; /* under lock, and not atomic */

TEST(ticket_one_thread)
{
	ticket_init(&lock);
	CHECK(!ticket_is_locked(&lock));
	ticket_acquire(&lock, NULL);
	CHECK(ticket_is_locked(&lock));
	CHECK(!ticket_try(&lock, NULL));
	ticket_release(&lock, NULL);
	CHECK(ticket_try(&lock, NULL));
	CHECK(!ticket_try(&lock, NULL));
	ticket_release(&lock, NULL);
	CHECK(!ticket_is_locked(&lock));
}

TEST(ticket_numbers_wrap)
{
	lock = (struct ticket_lock){ .next = UINT32_MAX,
				     .serving = UINT32_MAX };
	ticket_acquire(&lock, NULL);
	CHECK_EQUAL(lock.next, 0);
	ticket_release(&lock, NULL);
	CHECK(!ticket_is_locked(&lock));
	CHECK(ticket_try(&lock, NULL));
}

static void *add(void *arg)
{
	for (unsigned i = 0; i < TURNS; i++) {
		if (!arg || !ticket_try(&lock, NULL))
			ticket_acquire(&lock, NULL);
		counter++;
		ticket_release(&lock, NULL);
	}
	return NULL;
}

TEST(ticket_excludes)
{
	pthread_t thread[THREADS];

	ticket_init(&lock);
	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, add, (void *)(i % 2));
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	CHECK_EQUAL(counter, THREADS * TURNS);
	CHECK(!ticket_is_locked(&lock));
}
