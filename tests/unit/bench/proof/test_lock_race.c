/* SPDX-License-Identifier: MIT */
/* Two threads, one of them held up in a verb: a right lock, and a lie each. */
#include "bench/proof/lock_race.h"

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
	set_free(NULL);
	return lock_race(kind, &word, 2, &late, &entered);
}

/* A busy host may not let the other one enter often enough: then it is late. */
TEST(lock_race_of_a_right_lock_ends_and_counts)
{
	CHECK_TEXT(race(&right), NULL);
	CHECK(!is_held(NULL));
	CHECK(late || held_up() >= 120);
	CHECK(late || entered > 2 * held_up());
}

TEST(lock_race_of_a_lock_without_try)
{
	struct lock_kind kind = right;

	kind.try = NULL;
	CHECK_TEXT(race(&kind), NULL);
	CHECK(late || held_up() >= 120);
}

/* ---- lies ------------------------------------------------------------------- */

static void look_then_take(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	while (atomic_load_acquire(&word))
		machine_wait(tsc_read());
	atomic_store_relaxed(&word, 1);
}

static bool look_then_try(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	if (atomic_load_acquire(&word))
		return false;
	atomic_store_relaxed(&word, 1);
	return true;
}

static bool lying_try(void *lock, union lock_node *node)
{
	(void)lock, (void)node;
	atomic_store_relaxed(&word, 1);
	return true;
}

/* Frees it twice: what came in between is thrown out. */
static void release_twice(void *lock, union lock_node *node)
{
	right_release(lock, node);
	right_release(lock, node);
}

static bool never(const void *lock)
{
	(void)lock;
	return false;
}

static void check_lie(struct lock_kind kind)
{
	CHECK(race(&kind) || late);
}

#define LIES(name, verb, lie)                                                \
	TEST(lock_race_finds_##name)                                         \
	{                                                                    \
		struct lock_kind kind = right;                               \
									     \
		kind.verb = lie;                                             \
		check_lie(kind);                                             \
	}

LIES(who_looks_and_then_takes, acquire, look_then_take)
LIES(a_try_that_looks_and_then_takes, try, look_then_try)
LIES(a_try_that_lies, try, lying_try)
LIES(a_release_that_frees_twice, release, release_twice)

TEST(lock_race_finds_an_is_locked_that_lies)
{
	struct lock_kind kind = right;

	kind.is_locked = never;
	CHECK_TEXT(race(&kind), "is_locked denies that it is held");
}
