/* SPDX-License-Identifier: MIT */
/* The semaphore: nobody waits for ever, no unit is lost or made, and what was
 * done before a unit was given back is seen by whoever takes it. */
#include "sched/sem.h"

#include "tests/explore/programs/sched/programs.h"

static struct semaphore sem;

static int32_t left; /* units that are to be there in the end */

static void prepare(int32_t units)
{
	left = units;
	semaphore_init(&sem, units);
	explore_name(&sem, sizeof(sem), "sem");
}

static void sem_done(void)
{
	all_done();
	explore_check(sem.count == left && !sem.owed && !sem.first,
		      "units were lost or made");
}

#define SEM_PROGRAM(id, cores, units, results, ...)                          \
	static void id##_main(void *arg);                                    \
	SCHED_RUN(id, cores, results, id##_main, prepare(units), sem_done,   \
		  __VA_ARGS__);                                              \
	static void id##_main(void *arg)

/* ---- one gives, one takes ---------------------------------------------- */

static void give(void *arg)
{
	uint32_t *mine = arg;

	*mine = 1;
	semaphore_up(&sem);
	count(NULL);
}

static void take_one(void *arg)
{
	sched_spawn_on(1, give, &message[0], NULL);
	semaphore_down(&sem);
	explore_check(message[0], "taken, but the message is stale");
}

SEM_PROGRAM(sem_hand_over, 2, 0, 1, { 3, 2, 2 })
{
	take_one(arg);
}

/* Both units may be given before the first is waited for. */
static void give_two(void *arg)
{
	give(&message[0]);
	give(&message[1]);
}

SEM_PROGRAM(sem_two_units, 2, 0, 2, { 3, 2, 2 })
{
	sched_spawn_on(1, give_two, NULL, NULL);
	semaphore_down(&sem);
	semaphore_down(&sem);
	explore_check(message[0] && message[1], "taken, but not both given");
}

/* Two take, one gives: both units may be owed before either has lined up. That
 * takes two preemptions, which the deep exploration has. */
static void take(void *arg)
{
	semaphore_down(&sem);
	count(arg);
}

static void give_two_units(void *arg)
{
	semaphore_up(&sem);
	semaphore_up(&sem);
}

SEM_PROGRAM(sem_two_takers, 3, 0, 2, { 1, 1, 1 })
{
	sched_spawn_on(1, give_two_units, NULL, NULL);
	sched_spawn_on(2, take, NULL, NULL);
	take(arg);
}

/* A wake that has nothing to do with the semaphore comes meanwhile. */
SEM_PROGRAM(sem_stale, 2, 0, 2, { 2, 2, 2 })
{
	waiter = sched_self();
	sched_spawn(wake_for_nothing, NULL, NULL);
	take_one(arg);
}

/* ---- a semaphore as a lock --------------------------------------------- */

static void enter(void *arg)
{
	semaphore_down(&sem);
	message[0]++; /* plain: only the semaphore keeps the two apart */
	semaphore_up(&sem);
	count(arg);
}

SEM_PROGRAM(sem_exclusion, 2, 1, 2, { 3, 2, 3 })
{
	sched_spawn_on(1, enter, NULL, NULL);
	enter(arg);
}

/* Two wait on one core, in that order; the other gives. */
static void first_in(void *arg)
{
	semaphore_down(&sem);
	explore_check(!message[1], "who came later went first");
	message[0] = 1;
	count(arg);
}

static void second_in(void *arg)
{
	semaphore_down(&sem);
	message[1] = 1;
	count(arg);
}

SEM_PROGRAM(sem_order, 1, 0, 2, { 2, 2, 2 })
{
	sched_spawn(first_in, NULL, NULL);
	sched_spawn(second_in, NULL, NULL);
	sched_pass();
	semaphore_up(&sem);
	semaphore_up(&sem);
}
