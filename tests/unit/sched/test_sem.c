/* SPDX-License-Identifier: MIT */
/* The semaphore on one core: counts, order, and that nobody overtakes. */
#include "sched/sem.h"

#include <string.h>

#include "sched/sched.h"
#include "tests/unit/test.h"

static struct semaphore sem;
static char trace[64];

static void note(char c)
{
	size_t length = strlen(trace);

	if (length + 1 < sizeof(trace))
		trace[length] = c;
}

static void take_and_note(void *arg)
{
	semaphore_down(&sem);
	note(*(char *)arg);
}

/* ---- units that are there ------------------------------------------------ */

static void take_three(void *arg)
{
	(void)arg;
	semaphore_init(&sem, 2);
	semaphore_down(&sem);
	semaphore_down(&sem);
	CHECK_EQUAL(sem.count, 0);
	semaphore_up(&sem);
	semaphore_down(&sem);
	semaphore_up(&sem);
	semaphore_up(&sem);
	semaphore_up(&sem); /* one more than were taken */
}

TEST(sem_counts)
{
	CHECK(sched_run(1, take_three, NULL));
	CHECK_EQUAL(sem.count, 3);
	CHECK(!sem.first && !sem.owed);
}

/* ---- order --------------------------------------------------------------- */

static void wait_in_line(void *arg)
{
	(void)arg;
	semaphore_init(&sem, 0);
	sched_spawn(take_and_note, "a", NULL);
	sched_spawn(take_and_note, "b", NULL);
	sched_spawn(take_and_note, "c", NULL);
	sched_pass();
	note('1');
	semaphore_up(&sem);
	sched_pass();
	note('2');
	semaphore_up(&sem);
	semaphore_up(&sem);
	sched_pass();
	note('3');
}

TEST(sem_first_come_first_served)
{
	CHECK(sched_run(1, wait_in_line, NULL));
	CHECK_TEXT(trace, "1a2bc3");
	CHECK_EQUAL(sem.count, 0);
}

/* A unit given to one who waits is not there for one who comes later. */
static void overtake(void *arg)
{
	(void)arg;
	semaphore_init(&sem, 0);
	sched_spawn(take_and_note, "a", NULL);
	sched_pass();
	semaphore_up(&sem);  /* a has it, but does not run yet */
	sched_spawn(take_and_note, "b", NULL);
	sched_pass();
	note('1');
	semaphore_up(&sem);
}

TEST(sem_nobody_overtakes)
{
	CHECK(sched_run(1, overtake, NULL));
	CHECK_TEXT(trace, "a1b");
}

/* ---- stale wakes ---------------------------------------------------------- */

static struct fiber *waiting;

static void wait_though_woken(void *arg)
{
	waiting = sched_self();
	take_and_note(arg);
}

static void wake_in_vain(void *arg)
{
	(void)arg;
	semaphore_init(&sem, 0);
	sched_spawn(wait_though_woken, "a", NULL);
	sched_pass();
	sched_wake(waiting);
	sched_pass();
	note('1');
	semaphore_up(&sem);
}

TEST(sem_a_stale_wake_takes_nothing)
{
	CHECK(sched_run(1, wake_in_vain, NULL));
	CHECK_TEXT(trace, "1a");
}
