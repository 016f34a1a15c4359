/* SPDX-License-Identifier: MIT */
/*
 * Test-and-test-and-set lock with bounded exponential back-off: whoever finds
 * the lock held stays away, twice as long each time.
 *
 * Uncontended: 1 XST. Contended: the holder keeps the line while the others
 * stay away and takes the lock many times in a row (a burst), each for little
 * more than 1 XST. The best throughput of all and the worst wait: whoever
 * fails once stays away for BACKOFF_LEAST. Fairness: none.
 * T. E. Anderson, "The performance of spin lock alternatives for
 * shared-memory multiprocessors", 1990, 3.2; the limits by measurement.
 */
#ifndef SCHED_LOCK_BACKOFF_H
#define SCHED_LOCK_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"

/*
 * In PAUSEs, 35 to 140 cycles each. The shortest stay, not the longest, sets
 * the length of a burst: a look takes the line from the holder, in the middle
 * of a burst more often than at its end. Two cores of a Zen 3 that do nothing
 * but take the lock, ticks per acquisition (1 RMW: 5.6): from 1 PAUSE 34, 16
 * 13, 24 10.4, 32 8.8, 48 7.9 (bursts of 260 acquisitions), 64 7.7 (of 380);
 * with a line that takes eight times as long 32 14.4, 48 11.7, 96 9.1. Around a
 * queue of tasks who stays away for longer is missed: on two cores 501
 * iterations a task take 0.76 of the plain loop's time with 8, 0.88 with 24,
 * 1.00 with 32, 1.03 with 48. They are the same everywhere: with other stays it
 * would be another lock, and logs of two machines would not compare.
 */
#define BACKOFF_LEAST 24u
#define BACKOFF_MOST 384u

/* Four bytes, unaligned on purpose: it goes beside the data it protects. */
struct backoff_lock {
	uint32_t held; /* any core */
};

struct backoff_node { };

static inline void backoff_init(struct backoff_lock *lock)
{
	*lock = (struct backoff_lock){ 0 };
}

static inline bool backoff_try(struct backoff_lock *lock,
			       struct backoff_node *node)
{
	(void)node;
	/* A1: pairs with R1 in backoff_release(). */
	return !atomic_swap_acquire(&lock->held, 1);
}

static inline bool backoff_is_locked(const struct backoff_lock *lock)
{
	return atomic_load_relaxed(&lock->held);
}

static inline void backoff_acquire(struct backoff_lock *lock,
				   struct backoff_node *node)
{
	uint32_t limit = BACKOFF_LEAST;

	while (__builtin_expect(!backoff_try(lock, node), 0)) {
		do {
			for (uint32_t i = 0; i < limit; i++)
				cpu_relax();
			if (limit < BACKOFF_MOST)
				limit *= 2;
		} while (backoff_is_locked(lock));
	}
}

static inline void backoff_release(struct backoff_lock *lock,
				   struct backoff_node *node)
{
	(void)node;
	/* R1: pairs with A1 in backoff_try(). */
	atomic_store_release(&lock->held, 0);
}

#endif
