/* SPDX-License-Identifier: MIT */
/* bench/experiments/lock/readers.c: which mistakes make a shared mode wrong. */
#include "tests/unit/bench/experiments/apart.h"

#include "bench/conditions/watchdog.h"
#include "kernel/machine.h"
#include "sched/lock/rw.h"

enum mistake { NONE, WRITER_AMONG, TORN, LOST, STAYS_LOCKED };

static enum mistake mistake;
static uint64_t reads_entered, reads_left, writes;

static bool apart_try(void)
{
	return mistake == WRITER_AMONG;
}

static bool apart_is_locked(void)
{
	return mistake == STAYS_LOCKED;
}

static void apart_write(bool enters);
static void apart_read(bool enters);

/* One core after the other. */
static void apart_run(unsigned cores, void (*body)(unsigned core, void *arg),
		      void *arg)
{
	for (unsigned i = 0; i < cores; i++)
		body(i, arg);
}

#define PLAYED(lock, node, act) ((void)(lock), (void)(node), act)
#define rw_try(lock, node) PLAYED(lock, node, apart_try())
#define rw_is_locked(lock) ((void)(lock), apart_is_locked())
#define rw_acquire(lock, node) PLAYED(lock, node, apart_write(true))
#define rw_release(lock, node) PLAYED(lock, node, apart_write(false))
#define rw_acquire_read(lock, node) PLAYED(lock, node, apart_read(true))
#define rw_release_read(lock, node) PLAYED(lock, node, apart_read(false))
#define machine_run apart_run
#include "bench/experiments/lock/readers.c"

#include "tests/unit/test.h"

static void apart_write(bool enters)
{
	writes += enters;
	if (enters || mistake != LOST || writes != ENTRIES / 2)
		return;
	pair.first--;
	pair.second--;
}

static void apart_read(bool enters)
{
	reads_entered += enters;
	reads_left += !enters;
	if (mistake == TORN && reads_entered == ENTRIES + ENTRIES / 2)
		pair.first += enters ? 1u : -1u;
}

static bool valid(enum mistake with)
{
	struct rw_lock lock;
	struct cell cell = { .cores = 2, .state = &lock };
	bool ok;

	mistake = with;
	reads_entered = reads_left = writes = 0;
	ok = readers_validate(&cell);
	CHECK_EQUAL(writes, ENTRIES);
	CHECK_EQUAL(reads_entered, 2 * ENTRIES + 2); /* two at once, first */
	CHECK_EQUAL(reads_left, reads_entered);
	CHECK_EQUAL(cell.checked, 3 * ENTRIES);
	return ok;
}

TEST(readers_that_share_and_never_see_half_a_write_are_right)
{
	CHECK(valid(NONE));
	CHECK(valid(NONE)); /* nothing is left of the first time */
}

TEST(readers_are_wrong_by_any_mistake)
{
	CHECK(!valid(WRITER_AMONG));
	CHECK(!valid(TORN));
	CHECK(!valid(LOST));
	CHECK(!valid(STAYS_LOCKED));
	CHECK(valid(NONE));
}

TEST(readers_body_enters_and_leaves_as_often_as_it_is_told)
{
	struct rw_lock lock;
	struct cell cell = { .cores = 1, .state = &lock };

	mistake = NONE;
	reads(&cell, 0, 17);
	CHECK_EQUAL(reads_entered, 17);
	CHECK_EQUAL(reads_left, 17);
}
