/* SPDX-License-Identifier: MIT */
/* Two threads, one of them held up in a verb, at an instruction of its own. */
#include "bench/proof/lock_race.h"

#include "bench/conditions/watchdog.h"
#include "bench/proof/hold_up.h"
#include "kernel/atomic.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static uint32_t word; /* atomic */

static void set_free(void *lock)
{
	(void)lock;
	atomic_store_relaxed(&word, 0);
}

static void right_acquire(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	while (atomic_swap_acquire(&word, 1))
		machine_wait(tsc_read());
}

static bool right_try(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	return !atomic_swap_acquire(&word, 1);
}

static void right_release(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	atomic_store_release(&word, 0);
}

static bool is_held(const void *lock)
{
	(void)lock;
	return atomic_load_relaxed(&word);
}

static const struct lock_kind right = {
	.name = "right", .init = set_free, .acquire = right_acquire,
	.try = right_try, .release = right_release, .is_locked = is_held };

static bool late;
static uint64_t entered;

static const char *race(const struct lock_kind *kind)
{
	fake.cores = 2;
	fake.clock.hz = 250000000; /* seconds are soon over */
	fake.ticks_itself = true;
	set_free(NULL);
	watchdog_begin();
	const char *why = lock_race(kind, &word, 2, &late, &entered);
	watchdog_end();
	return why;
}

/* A busy host may not let the other one enter often enough: then it is late. */
TEST(lock_race_of_a_right_lock_ends_and_counts)
{
	CHECK_TEXT(race(&right), NULL);
	CHECK(!is_held(NULL));
	CHECK(late || held_up() >= 120);
	CHECK(late || entered > 2 * held_up());
}

static bool never(const void *lock)
{
	(void)lock;
	return false;
}

TEST(lock_race_finds_an_is_locked_that_lies)
{
	struct lock_kind kind = right;

	kind.is_locked = never;
	CHECK_TEXT(race(&kind), "is_locked denies that it is held");
}
