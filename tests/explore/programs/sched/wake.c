/* SPDX-License-Identifier: MIT */
/* sched_block(), sched_wake() and sched_join(): nobody sleeps for ever, and
 * what was done before a wake or an end is seen after. */
#include "tests/explore/programs/sched/programs.h"

/* ---- block and wake ---------------------------------------------------- */

static void wake_waiter(void *arg)
{
	uint32_t *mine = arg;

	message[mine - flag] = 1;
	atomic_store_release(mine, 1);
	sched_wake(waiter);
	count(NULL);
}

static void wait_for_flags(unsigned flags)
{
	for (unsigned i = 0; i < flags; i++) {
		while (!atomic_load_acquire(&flag[i]))
			sched_block();
		explore_check(message[i], "woken, but the message is stale");
	}
}

SCHED_PROGRAM(sched_block_wake, 2, 1, { 3, 3, 2 })
{
	waiter = sched_self();
	sched_spawn_on(1, wake_waiter, &flag[0], NULL);
	wait_for_flags(1);
}

/* Two wakers, one of them on the waiter's own core. */
SCHED_PROGRAM(sched_two_wakers, 2, 2, { 3, 3, 2 })
{
	waiter = sched_self();
	sched_spawn_on(1, wake_waiter, &flag[0], NULL);
	sched_spawn(wake_waiter, &flag[1], NULL);
	wait_for_flags(2);
}

/* One that wakes twice: the second may find a wake not yet spent. */
static void wake_both(void *arg)
{
	wake_waiter(&flag[0]);
	wake_waiter(&flag[1]);
}

SCHED_PROGRAM(sched_wake_twice, 2, 2, { 3, 3, 2 })
{
	waiter = sched_self();
	sched_spawn_on(1, wake_both, NULL, NULL);
	wait_for_flags(2);
}

/* The wakers on two other cores. */
SCHED_PROGRAM(sched_three_cores, 3, 2, { 1, 1, 1 })
{
	waiter = sched_self();
	sched_spawn_on(1, wake_waiter, &flag[0], NULL);
	sched_spawn_on(2, wake_waiter, &flag[1], NULL);
	wait_for_flags(2);
}

/* Nothing but the wake itself orders the message. */
static void wake_only(void *arg)
{
	message[0] = 1;
	sched_wake(waiter);
	count(NULL);
}

SCHED_PROGRAM(sched_wake_orders, 2, 1, { 3, 3, 2 })
{
	waiter = sched_self();
	sched_spawn_on(1, wake_only, NULL, NULL);
	sched_block();
	explore_check(message[0], "woken, but the message is stale");
}

/* ---- join -------------------------------------------------------------- */

static void tell(void *arg)
{
	*(uint32_t *)arg = 1;
	count(NULL);
}

static __attribute__((noinline)) void fill(uint64_t *room, unsigned words)
{
	for (unsigned i = 0; i < words; i++)
		room[i] = i;
}

/* Uses the stack again that a join has lain on. */
static __attribute__((noinline)) void scribble(void)
{
	uint64_t room[16];

	fill(room, 16);
	__asm__ volatile("" : : "r"(room) : "memory"); /* they are needed */
}

static __attribute__((noinline)) void join_fibers(bool other, bool own)
{
	struct join join;

	join_init(&join);
	if (other)
		sched_spawn_on(1, tell, &message[0], &join);
	if (own)
		sched_spawn(tell, &message[1], &join);
	sched_join(&join);
}

static void join_one(void *arg)
{
	join_fibers(true, false);
	scribble();
	explore_check(message[0], "joined, but it has not ended");
}

SCHED_PROGRAM(sched_join_one, 2, 1, { 3, 2, 2 })
{
	join_one(arg);
}

SCHED_PROGRAM(sched_join_both, 2, 2, { 3, 3, 2 })
{
	join_fibers(true, true);
	scribble();
	explore_check(message[0] && message[1], "joined, but not all have ended");
}

/* One abroad begins another there, while two at home begin and end. */
static void begin_another(void *arg)
{
	sched_spawn(tell, &message[0], arg);
}

SCHED_PROGRAM(sched_join_abroad, 2, 3, { 2, 1, 2 })
{
	struct join join;

	join_init(&join);
	sched_spawn_on(1, begin_another, &join, &join);
	sched_spawn(tell, &message[1], &join);
	sched_spawn(tell, &message[1], &join);
	sched_join(&join);
	explore_check(message[0] && message[1], "joined, but not all have ended");
}

/* One that another core sent home begins another there, and outlives it, when
 * those counted at home have all ended. */
static void begin_and_outlive(void *arg)
{
	sched_spawn(tell, &message[0], arg);
	sched_pass();
	sched_pass(); /* the waiter could run */
	tell(&message[1]);
}

static void send_home(void *arg)
{
	sched_spawn_on(0, begin_and_outlive, arg, arg);
}

SCHED_PROGRAM(sched_join_comes_home, 2, 2, { 2, 1, 1 })
{
	struct join join;

	join_init(&join);
	sched_spawn_on(1, send_home, &join, &join);
	sched_join(&join);
	explore_check(message[0] && message[1], "joined, but not all have ended");
}

/* A wake that has nothing to do with the join comes meanwhile. */
SCHED_PROGRAM(sched_join_stale, 2, 2, { 3, 3, 2 })
{
	waiter = sched_self();
	sched_spawn(wake_for_nothing, NULL, NULL);
	join_one(NULL);
}
