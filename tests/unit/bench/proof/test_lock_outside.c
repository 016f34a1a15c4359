/* SPDX-License-Identifier: MIT */
/* How a core comes in a lock's check, and when it has seen enough. */
#include "tests/unit/bench/proof/lock_apart.h"

/* ---- enough ----------------------------------------------------------------- */

TEST(lock_check_asks_each_core_for_all_that_it_has_to_see)
{
	static const struct {
		uint32_t entries, handovers, races;
		unsigned met[2]; /* all but one, that one */
		bool timeshared, enough, settled;
	} seen[] = {
		{ 500, 300, 300, { 16, 16 }, false, true, false },
		{ 499, 300, 300, { 16, 16 }, false, false, false },
		{ 500, 299, 300, { 16, 16 }, false, false, false },
		{ 500, 300, 299, { 16, 16 }, false, false, false },
		{ 500, 300, 300, { 16, 15 }, false, false, false },
		{ 500, 300, 300, { 1000, 4 }, true, true, false },
		{ 500, 300, 300, { 1000, 3 }, true, false, false },
		{ 150, 90, 90, { 1000, 4 }, true, true, true },
		{ 149, 90, 90, { 1000, 4 }, true, false, true },
		{ 150, 89, 90, { 1000, 4 }, true, false, true },
		{ 150, 90, 89, { 1000, 4 }, true, false, true },
		{ 499, 300, 300, { 1000, 4 }, true, false, false },
	};

	for (unsigned i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
		for (unsigned lonely = 0; lonely < 3; lonely++) {
			begin(4);
			crowd_is.timeshared = seen[i].timeshared;
			crowd_is.settled = seen[i].settled;
			account[0] = (struct account){
				.entries = seen[i].entries,
				.handovers = seen[i].handovers,
				.races = seen[i].races };
			fake_meet_all(seen[i].met[0]);
			crowd_is.met[0][lonely] = seen[i].met[1];
			CHECK_EQUAL(seen_enough(0), seen[i].enough);
		}
}

TEST(lock_check_asks_a_core_alone_for_entries_only)
{
	begin(1);
	account[0].entries = 499;
	CHECK(!seen_enough(0));
	account[0].entries = 500;
	CHECK(seen_enough(0));
}

/* ---- outside ---------------------------------------------------------------- */

static enum doing comes_as;
static unsigned comes_at; /* pass */

static void core_2_comes(void)
{
	if (crowd_is.passes == comes_at)
		other_says(2, comes_as);
}

TEST(lock_check_counts_a_race_only_with_who_has_not_entered_yet)
{
	static const struct {
		enum doing as;
		unsigned at;
		bool races;
	} come[] = {
		{ READY, 0, true }, { TRYING, 0, true }, { INSIDE, 0, false },
		{ AWAY, 0, false }, { READY, 3, true }, { TRYING, 2, true },
		{ INSIDE, 2, false }, { READY, 6, false },
	};

	for (unsigned i = 0; i < sizeof(come) / sizeof(come[0]); i++) {
		begin(3);
		crowd_is.draw[0] = 0x17;
		crowd_is.on_pass = core_2_comes;
		comes_as = come[i].as;
		comes_at = come[i].at;
		if (!comes_at)
			other_says(2, comes_as);
		line_up(0);
		CHECK_TEXT(crowd_is.trace, "r");
		CHECK_EQUAL(account[0].races, come[i].races);
		CHECK_EQUAL(crowd_is.spends, come[i].races);
		/* It waits for 3 us, and sees that they are over. */
		CHECK_EQUAL(crowd_is.passes, come[i].races ? comes_at : 4);
		if (come[i].races)
			CHECK_EQUAL(crowd_is.spent, 7); /* of 0 to 15 */
	}
}

TEST(lock_check_cores_come_at_once_after_a_while_or_together)
{
	for (unsigned way = 0; way < 4; way++)
		for (unsigned cores = 1; cores < 3; cores++) {
			bool together = way > 1 && cores > 1;

			begin(cores);
			crowd_is.draw[0] = (way | 4) << 8;
			crowd_is.draw[1] = 0x7f35;
			if (cores > 1)
				other_says(1, READY);
			come(0);
			CHECK_TEXT(crowd_is.trace, together ? "rt" : "t");
			CHECK_EQUAL(account[0].races, together);
			CHECK_EQUAL(crowd_is.spends, way == 1 || together);
			CHECK_EQUAL(crowd_is.spent,
				    way == 1 ? 0x35 : together ? 5 : 0);
		}
}

TEST(lock_check_enters_by_a_try_where_chance_says_so)
{
	for (unsigned chance = 0; chance < 9; chance++)
		for (unsigned has_try = 0; has_try < 2; has_try++) {
			struct lock_kind kind = model_kind;
			union lock_node node;

			begin(2);
			if (!has_try)
				kind.try = NULL;
			check.kind = &kind;
			crowd_is.draw[0] = chance << 8;
			model.vain = 5;
			CHECK(enter(0, &node));
			CHECK_EQUAL(model.tried,
				    chance % 8 || !has_try ? 0 : 6);
			CHECK_EQUAL(model.acquired, !model.tried);
			/* After each one in vain the turn goes on. */
			CHECK_EQUAL(crowd_is.naps, model.tried ? 5 : 0);
			CHECK_EQUAL(crowd_is.looks, crowd_is.naps);
		}
}

static void end_at_third(void)
{
	crowd_is.over = crowd_is.passes == 3;
}

TEST(lock_check_whose_tries_are_in_vain_ends_without_an_entry)
{
	begin(2);
	model.vain = 1000;
	crowd_is.on_pass = end_at_third;
	come_and_go(0);
	CHECK_TEXT(crowd_is.trace, "tYYYY");
	CHECK_EQUAL(account[0].entries, 0);
}
