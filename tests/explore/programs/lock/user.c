/* SPDX-License-Identifier: MIT */
/* The programs of programs.h for any lock of a user's file. */
#include "sched/lock/lock.h"

#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

#define ROOM 4096u /* the largest lock */

struct user_lock {
	char room[ROOM];
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct user_node {
	union lock_node node;
};

static const struct lock_kind *user(void)
{
	return explore_kind();
}

static void user_init(struct user_lock *lock)
{
	explore_check(user()->size <= ROOM, "the lock is larger than 4 KB");
	__builtin_memset(lock, 0, user()->size);
	user()->init(lock);
}

#define user_acquire(lock, own) user()->acquire(lock, &(own)->node)
#define user_release(lock, own) user()->release(lock, &(own)->node)
#define user_try(lock, own) user()->try(lock, &(own)->node)

static bool user_fits_tries(const void *kind)
{
	return ((const struct lock_kind *)kind)->try;
}

static bool user_fits_fair(const void *kind)
{
	return ((const struct lock_kind *)kind)->fair;
}

/* The macros that announce a lock. */
#undef LOCK
#undef LOCK_TRY

#define LOCK user
#define LOCK_TRIES
#define LOCK_FAIR
#define LOCK_BOUND { 3, 3, 3 }
#define LOCK_RESET() user_reset()
#define LOCK_PROGRAM(id) EXPLORE_GENERIC(id, lock)
#define LOCK_FITS(id) user_fits_##id
#define LOCK_ORDERED false
#include "tests/explore/programs/lock/programs.h"
