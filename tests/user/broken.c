/* SPDX-License-Identifier: MIT */
/* Lacks its release verb: must be named and left out. */
#include "sched/lock/lock.h"

struct broken_lock {
	uint32_t taken;
};
struct broken_node {
};

static inline void broken_init(struct broken_lock *lock)
{
	lock->taken = 0;
}

static inline void broken_acquire(struct broken_lock *lock,
				  struct broken_node *node)
{
	(void)node;
	lock->taken = 1;
}

static inline bool broken_is_locked(const struct broken_lock *lock)
{
	return lock->taken;
}

LOCK(broken, "a lock that cannot be released");
