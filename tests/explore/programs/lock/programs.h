/* SPDX-License-Identifier: MIT */
/*
 * Programs of any lock with the verbs of sched/lock/lock.h; a lock's own file
 * includes its header, defines this, and includes this file:
 *
 *	LOCK          its name: LOCK_lock, LOCK_node, LOCK_acquire() and so on
 *	LOCK_TRIES    defined if it has LOCK_try()
 *	LOCK_FAIR     defined if it is first come, first served
 *	LOCK_RESET()  optional: what the lock keeps apart from itself
 *	LOCK_PROGRAM, LOCK_FITS, LOCK_ORDERED  for user.c only
 *
 * Checked: one holder at a time, what a holder wrote is seen by the next,
 * nobody waits for ever, and whoever waited before another came enters first.
 */
#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

#ifndef LOCK_BOUND
#define LOCK_BOUND { 4, 3, 3 }
#endif

#ifndef LOCK_PROGRAM
#define LOCK_PROGRAM(id) EXPLORE_PROGRAM(id)
#define LOCK_FITS(id) NULL
#define LOCK_ORDERED true
#endif
#ifndef LOCK_RESET
#define LOCK_RESET() ((void)0)
#endif

#define LOCK_PASTE_(a, b) a##_##b
#define LOCK_PASTE(a, b) LOCK_PASTE_(a, b)
#define LOCK_OF(part) LOCK_PASTE(LOCK, part)
#define LOCK_NAME "lock_" EXPLORE_TEXT(LOCK)

static struct LOCK_OF(lock) lock_programs_lock;
static struct LOCK_OF(node) lock_programs_node[EXPLORE_MAX_THREADS];
static uint32_t lock_programs_count;                      /* under the lock */
static uint32_t lock_programs_taken[EXPLORE_MAX_THREADS]; /* by each */

static void lock_programs_setup(void)
{
	LOCK_RESET();
	LOCK_OF(init)(&lock_programs_lock);
	lock_programs_count = 0;
	for (unsigned i = 0; i < EXPLORE_MAX_THREADS; i++) {
		lock_programs_taken[i] = 0;
		lock_programs_node[i] = (struct LOCK_OF(node)){ };
	}
	explore_name(&lock_programs_lock, sizeof(lock_programs_lock), "lock");
	explore_name(lock_programs_node, sizeof(lock_programs_node), "node");
	explore_name(&lock_programs_count, sizeof(lock_programs_count),
		     "count");
}

/* What only a holder may do. */
static void lock_programs_hold(unsigned self)
{
	uint32_t count = payload_load(&lock_programs_count);

	lock_programs_taken[self]++;
	payload_store(&lock_programs_count, count + 1);
}

/* Until it acquires and after it has released, the node is but memory. */
static void lock_programs_scribble(unsigned self)
{
	__builtin_memset(&lock_programs_node[self], 0x55,
			 sizeof(lock_programs_node[self]));
}

static void lock_programs_once(unsigned self)
{
	lock_programs_scribble(self);
	LOCK_OF(acquire)(&lock_programs_lock, &lock_programs_node[self]);
	lock_programs_hold(self);
	LOCK_OF(release)(&lock_programs_lock, &lock_programs_node[self]);
	lock_programs_scribble(self);
}

static void lock_programs_twice(unsigned self)
{
	lock_programs_once(self);
	lock_programs_once(self);
}

static void lock_programs_finish(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < EXPLORE_MAX_THREADS; i++)
		sum += lock_programs_taken[i];
	explore_check(lock_programs_count == sum, "two held the lock at once");
}

LOCK_PROGRAM(lock_programs_two) = {
	.name = LOCK_NAME "_2x2", .threads = 2,
	.setup = lock_programs_setup, .thread = lock_programs_twice,
	.finish = lock_programs_finish, .bound = LOCK_BOUND,
	.ordered = LOCK_ORDERED,
};

LOCK_PROGRAM(lock_programs_three) = {
	.name = LOCK_NAME "_3x1", .threads = 3,
	.setup = lock_programs_setup, .thread = lock_programs_once,
	.finish = lock_programs_finish, .bound = LOCK_BOUND,
	.ordered = LOCK_ORDERED,
};

#ifdef LOCK_TRIES
static void lock_programs_try(unsigned self)
{
	lock_programs_scribble(self);
	if (!LOCK_OF(try)(&lock_programs_lock, &lock_programs_node[self]))
		return;
	lock_programs_hold(self);
	LOCK_OF(release)(&lock_programs_lock, &lock_programs_node[self]);
}

/* One takes it, one tries, and one tries twice: the second may succeed. */
static void lock_programs_mixed(unsigned self)
{
	if (!self) {
		lock_programs_once(self);
		return;
	}
	lock_programs_try(self);
	if (self == 2)
		lock_programs_try(self);
}

/* A try that failed has left nothing behind: the lock can be taken. */
static void lock_programs_free_again(void)
{
	lock_programs_finish();
	explore_check(LOCK_OF(try)(&lock_programs_lock, &lock_programs_node[0]),
		      "the lock is not free though nobody holds it");
}

LOCK_PROGRAM(lock_programs_tries) = {
	.name = LOCK_NAME "_try", .threads = 3,
	.setup = lock_programs_setup, .thread = lock_programs_mixed,
	.finish = lock_programs_free_again, .bound = LOCK_BOUND,
	.ordered = LOCK_ORDERED,
	.fits = LOCK_FITS(tries),
};
#endif

#ifdef LOCK_FAIR

/* ---- first come, first served ------------------------------------------ */

/* Known to the checks only: not what the lock orders. */
#define LOCK_CHECK __attribute__((noinline, no_sanitize("thread")))

static uint32_t lock_programs_door; /* atomic: a step, by which one comes */
static struct { bool outside; uint64_t looks; } lock_programs_at[3];

LOCK_CHECK static void lock_programs_fair_setup(void)
{
	lock_programs_setup();
	for (unsigned i = 0; i < 3; i++)
		lock_programs_at[i].outside = false;
}

/* Has looked in vain: who comes now comes after it. */
LOCK_CHECK static bool lock_programs_waits(unsigned i)
{
	return lock_programs_at[i].outside &&
	       explore_relaxed(i) != lock_programs_at[i].looks;
}

/* Threads that wait already, as a mask. */
LOCK_CHECK static unsigned lock_programs_come(unsigned self)
{
	unsigned before = 0;

	for (unsigned i = 0; i < 3; i++)
		before |= (unsigned)lock_programs_waits(i) << i;
	lock_programs_at[self].looks = explore_relaxed(self);
	lock_programs_at[self].outside = true;
	return before;
}

LOCK_CHECK static void lock_programs_enter(unsigned self, unsigned before)
{
	lock_programs_at[self].outside = false;
	for (unsigned i = 0; i < 3; i++)
		explore_check(!(before >> i & lock_programs_at[i].outside),
			      "one that came later has entered first");
}

static void lock_programs_in_turn(unsigned self)
{
	unsigned before;

	(void)atomic_load_relaxed(&lock_programs_door);
	before = lock_programs_come(self);
	LOCK_OF(acquire)(&lock_programs_lock, &lock_programs_node[self]);
	lock_programs_enter(self, before);
	LOCK_OF(release)(&lock_programs_lock, &lock_programs_node[self]);
}

LOCK_PROGRAM(lock_programs_fair) = {
	.name = LOCK_NAME "_fifo", .threads = 3,
	.setup = lock_programs_fair_setup, .thread = lock_programs_in_turn,
	.bound = { 3, 2, 2 },
	.fits = LOCK_FITS(fair),
};
#endif
