/* SPDX-License-Identifier: MIT */
/* bench/harness/rounds.c: whose turn it is, and when it is enough. */
#include "bench/harness/rounds.h"
#include "tests/unit/test.h"

/* How many rounds are run where the clock goes on by `step` in each. */
static unsigned run(const struct rounds *rounds, uint64_t step, bool timeshared)
{
	unsigned done = 0;

	while (rounds_go_on(rounds, done, done * step, timeshared))
		done++;
	return done;
}

TEST(rounds_go_forwards_and_backwards_in_turn)
{
	static const unsigned expected[3][3] = {
		{ 0, 1, 2 }, { 2, 1, 0 }, { 0, 1, 2 } };

	for (unsigned round = 0; round < 3; round++)
		for (unsigned i = 0; i < 3; i++)
			CHECK_EQUAL(rounds_turn(3, round, i),
				    expected[round][i]);
}

TEST(rounds_are_as_many_as_wanted)
{
	struct rounds rounds = { .subjects = 2 };

	CHECK_EQUAL(run(&rounds, 0, false), 1); /* 0 counts as 1 */
	rounds.wanted = 5;
	CHECK_EQUAL(run(&rounds, 1000, false), 5); /* no bound of time */
}

TEST(rounds_are_few_where_cores_are_timeshared)
{
	struct rounds rounds = { .wanted = 5 };

	CHECK_EQUAL(run(&rounds, 0, true), 1);
	rounds.timeshared = 3;
	CHECK_EQUAL(run(&rounds, 0, true), 3);
	CHECK_EQUAL(run(&rounds, 0, false), 5);
	rounds.wanted = 2;
	CHECK_EQUAL(run(&rounds, 0, true), 2);
}

TEST(rounds_end_by_time_but_for_the_first)
{
	struct rounds rounds = { .wanted = 9, .until = 25 };

	CHECK_EQUAL(run(&rounds, 10, false), 3); /* begun at 0, 10, 20 */
	rounds.until = 20; /* that moment still counts */
	CHECK_EQUAL(run(&rounds, 10, false), 3);
	CHECK(rounds_go_on(&rounds, 0, 1000, false));
}

TEST(rounds_fill_a_time_with_further_ones)
{
	struct rounds rounds = { .wanted = 2, .most = 6, .fill = 30 };

	CHECK_EQUAL(run(&rounds, 10, false), 4);
	CHECK_EQUAL(run(&rounds, 1, false), 6);   /* no more than most */
	CHECK_EQUAL(run(&rounds, 100, false), 2); /* as wanted, come what may */
	CHECK_EQUAL(run(&rounds, 1, true), 1);
}
