/* SPDX-License-Identifier: MIT */
/* bench/experiments/lock/lock.c: the rival of a hand-over is there. */
#include "tests/unit/bench/experiments/apart.h"

#undef EXPERIMENT
#define EXPERIMENT(...) _Static_assert(true, "")
#include "bench/experiments/lock/lock.c"

#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define ENOUGH 5u

static struct cell cell;
static uint64_t entries;

static void enter(void *lock, uint64_t count)
{
	CHECK(lock == &cell);
	entries += count;
	if (entries >= ENOUGH * RIVAL_ENTRIES)
		cell.stopped = 1;
}

TEST(handover_has_a_rival_until_the_samples_are_there)
{
	static const struct lock_kind kind = { .name = "any", .pairs = enter };
	const struct variant row = lock_row(&kind);

	cell = (struct cell){ .variant = &row, .cores = 2, .state = &cell };
	enter_as_rival(&cell, 1);
	CHECK_EQUAL(entries, ENOUGH * RIVAL_ENTRIES);
	enter_as_rival(&cell, 1); /* it is over */
	CHECK_EQUAL(entries, ENOUGH * RIVAL_ENTRIES);
}

static void make_free(void *lock)
{
	*(int *)lock = 7;
}

/* Not each lock is free where its memory is zeros. */
TEST(lock_is_made_by_its_kind_before_it_is_measured)
{
	static const struct lock_kind kind = { .name = "any",
					       .size = sizeof(int),
					       .init = make_free };
	const struct variant row = lock_row(&kind);

	CHECK(scratch_init());
	cell = (struct cell){ .variant = &row, .cores = 1 };
	CHECK(setup_lock(&cell));
	CHECK_EQUAL(*(int *)cell.state, 7);
	CHECK(bench_scratch(scratch_left()));
	CHECK(!setup_lock(&cell));
}
