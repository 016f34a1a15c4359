/* SPDX-License-Identifier: MIT */
/* bench/experiments/switch/switch.c: turns that the other side does not take,
 * or takes too often, are seen. */
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#include "bench/harness/fibers.h"
#include "sched/sched.h"

static const char *trouble; /* with the fibers of a ring */

static bool spawn_none(void)
{
	return false;
}

#define sched_spawn(body, arg, join)                                         \
	((void)(body), (void)(arg), (void)(join), spawn_none())
#define fibers_trouble(fibers) ((void)(fibers), trouble)
#define bench_scratch(bytes) ((void)(bytes), (void *)&scratch)
static uint8_t scratch[256] __attribute__((aligned(MACHINE_LINE_PAIR)));
#include "bench/experiments/switch/switch.c"

static uint64_t odd_at, odd_turns; /* the turn, and what it counts as */

static void body_played(struct cell *cell, unsigned core, uint64_t count)
{
	struct partner *partner = cell->state;
	static uint64_t turn;

	(void)core;
	if (!partner->turns)
		turn = 0;
	while (count--)
		partner->turns += ++turn == odd_at ? odd_turns : 1;
}

static bool right_with(uint64_t at, uint64_t turns)
{
	static const struct variant played = { .body = body_played };
	struct partner partner = { .turns = 0 };
	struct cell cell = { .variant = &played, .state = &partner };

	odd_at = at;
	odd_turns = turns;
	return validate_bare(&cell);
}

TEST(switch_turn_that_is_not_one_of_each_is_wrong)
{
	CHECK(right_with(0, 0));
	CHECK(!right_with(2, 0) && !right_with(2, 2));
	CHECK(!right_with(CHECKED_TURNS, 0) && !right_with(CHECKED_TURNS, 2));
	CHECK(!right_with(CHECKED_TURNS + 1, 0));
	CHECK(!right_with(2 * CHECKED_TURNS, 2));
}

/* One that is late is made up for by the next. */
static void body_late(struct cell *cell, unsigned core, uint64_t count)
{
	struct partner *partner = cell->state;
	static uint64_t turn;

	(void)core;
	while (count--) {
		turn++;
		partner->turns += turn == 5 ? 0 : turn == 6 ? 2 : 1;
	}
}

TEST(switch_turn_that_comes_late_is_wrong)
{
	static const struct variant late = { .body = body_late };
	struct partner partner = { .turns = 0 };
	struct cell cell = { .variant = &late, .state = &partner };

	CHECK(!validate_bare(&cell));
}

TEST(switch_ring_whose_fibers_do_not_fit_is_left_out)
{
	static const struct param fibers[] = { { "fibers", 2 }, { NULL, 0 } };
	const struct variant two = { .params = fibers };
	struct cell cell = { .variant = &two };

	CHECK(setup_yield(&cell));
	CHECK_TEXT(cell.trouble, NULL);
	trouble = "not enough memory";
	CHECK(!setup_yield(&cell));
	CHECK_TEXT(cell.trouble, "not enough memory");
}

TEST(switch_ring_whose_fibers_did_fit_is_told)
{
	struct ring ring = { .fibers = 2 };

	CHECK(PANICS(begin_ring(&ring, pass_on)));
	CHECK_TEXT(fake.panic_text, "no memory for the fibers of switch");
}
