/* SPDX-License-Identifier: MIT */
/* Compiles, but never gives back: whoever comes second waits for ever. */
#include "kernel/atomic.h"
#include "sched/lock/lock.h"

struct stuck_lock {
	uint32_t held;
};
struct stuck_node {
};

static inline void stuck_init(struct stuck_lock *lock)
{
	lock->held = 0;
}

static inline void stuck_acquire(struct stuck_lock *lock,
				 struct stuck_node *node)
{
	(void)node;
	while (atomic_swap_acquire(&lock->held, 1))
		cpu_relax();
}

static inline void stuck_release(struct stuck_lock *lock,
				 struct stuck_node *node)
{
	(void)lock;
	(void)node;
}

static inline bool stuck_is_locked(const struct stuck_lock *lock)
{
	return atomic_load_relaxed(&lock->held);
}

LOCK(stuck, "a lock that is never given back");
