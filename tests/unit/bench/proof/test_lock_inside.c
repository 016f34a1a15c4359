/* SPDX-License-Identifier: MIT */
/* What a core sees inside, in a lock's check, and whom it waits for there. */
#include "tests/unit/bench/proof/lock_apart.h"

TEST(lock_check_waits_inside_for_who_was_met_too_seldom)
{
	begin(4);
	fake_meet_all(16);
	CHECK(awaited(0)); /* no one lacks */
	crowd_is.met[0][2] = 15; /* core 3 */
	for (unsigned doing = AWAY; doing <= INSIDE; doing++) {
		other_says(3, doing);
		CHECK_EQUAL(awaited(0), doing >= TRYING);
		other_says(1, TRYING); /* met often enough */
		CHECK_EQUAL(awaited(0), doing >= TRYING);
	}
	crowd_is.met[0][0] = 0; /* core 1, who does try */
	other_says(3, AWAY);
	CHECK(awaited(0));
}

static void core_2_comes(void)
{
	if (crowd_is.passes == 7)
		other_says(2, TRYING);
}

TEST(lock_check_stays_until_that_one_comes_or_for_a_time)
{
	begin(3);
	fake_meet_all(16);
	stay_until_awaited(0);
	CHECK_EQUAL(crowd_is.naps, 0);
	crowd_is.met[0][1] = 3;
	crowd_is.on_pass = core_2_comes;
	stay_until_awaited(0);
	CHECK_EQUAL(crowd_is.naps, 7);
	other_says(2, AWAY);
	stay_until_awaited(0); /* nobody comes: 50 ms */
	CHECK_EQUAL(crowd_is.naps, 7 + 50000);
	crowd_is.over = true;
	stay_until_awaited(0);
	CHECK_EQUAL(crowd_is.naps, 7 + 50000);
}

TEST(lock_check_that_is_inside_stays_for_who_was_met_too_seldom)
{
	begin(3);
	fake_meet_all(16);
	crowd_is.met[0][1] = 3;
	model.held = true;
	crowd_is.on_pass = core_2_comes;
	be_inside(0);
	CHECK_EQUAL(crowd_is.naps, 7);
	CHECK_EQUAL(crowd_is.looks, 7); /* of this wait */
	CHECK_EQUAL(crowd_is.met[0][1], 4);
}

TEST(lock_check_spends_longer_inside_while_it_has_met_too_few)
{
	static const struct {
		uint32_t random;
		unsigned met, cores;
		uint32_t turns;
	} inside[] = {
		{ 0xff000000, 15, 2, 2047 }, { 0xff0123ff, 15, 2, 3070 },
		{ 0xffffffff, 15, 2, 4094 }, { 0xff0123ff, 16, 2, 255 },
		{ 0x01ffff35, 16, 2, 0x35 }, { 0x10ffff35, 16, 2, 0x35 },
		{ 0xe0ffffff, 16, 2, 32767 }, { 0x00ff1234, 16, 2, 0x1234 },
		{ 0xff0123ff, 0, 1, 255 },
	};

	for (unsigned i = 0; i < sizeof(inside) / sizeof(inside[0]); i++)
		for (unsigned shared = 0; shared < 2; shared++) {
			begin(inside[i].cores);
			crowd_is.timeshared = shared;
			crowd_is.draw[0] = inside[i].random;
			fake_meet_all(inside[i].met);
			spend_inside(0);
			CHECK_EQUAL(crowd_is.spends, 1);
			CHECK_EQUAL(crowd_is.spent, inside[i].turns);
			/* Where cores take turns, the others come then. */
			CHECK_EQUAL(crowd_is.passes, shared ? 4 : 0);
		}
}

/* Core 1 goes on trying; 2 tries again; 3 begins to; 4 lines up; 5 is away. */
static void others_go_on(void)
{
	other_says(2, TRYING);
	other_says(3, TRYING);
}

TEST(lock_check_has_met_who_was_kept_out_all_the_while)
{
	begin(6);
	other_says(1, TRYING);
	other_says(2, TRYING);
	other_says(4, READY);
	crowd_is.on_spend = others_go_on;
	stay(0);
	for (unsigned i = 0; i < 5; i++)
		CHECK_EQUAL(crowd_is.met[0][i], i == 0);
	CHECK_TEXT(crowd_is.wrong, NULL);
}

static unsigned intruder;

static void intruder_enters(void)
{
	/* Meanwhile only the first of the two words was written. */
	CHECK_EQUAL(check.first, check.second + 1);
	if (intruder)
		other_says(intruder, INSIDE);
}

TEST(lock_check_sees_each_other_core_that_is_inside_too)
{
	for (unsigned cores = 2; cores <= 9; cores++)
		for (intruder = 0; intruder < cores; intruder++) {
			begin(cores);
			fake_meet_all(16);
			model.held = true;
			crowd_is.on_spend = intruder_enters;
			be_inside(0);
			CHECK_TEXT(crowd_is.wrong, intruder ?
				   "two cores were inside at once" : NULL);
		}
}

TEST(lock_check_entries_are_counted_and_bound_to_each_other)
{
	begin(3);
	fake_meet_all(16);
	model.held = true;
	check.last = 2;
	for (unsigned i = 1; i < 4; i++) {
		be_inside(0);
		CHECK_EQUAL(account[0].entries, i);
		CHECK_EQUAL(account[0].handovers, 1); /* the first */
		CHECK_EQUAL(check.first, i);
		CHECK_EQUAL(check.second, i);
		CHECK_EQUAL(check.last, 0);
	}
	CHECK_TEXT(crowd_is.wrong, NULL);
	check.second--;
	be_inside(0);
	CHECK_TEXT(crowd_is.wrong, "it was entered while another was inside");
	begin(3);
	fake_meet_all(16);
	be_inside(0);
	CHECK_TEXT(crowd_is.wrong, "is_locked denies that it is held");
}

TEST(lock_check_turn_is_told_to_the_others_in_its_order)
{
	for (unsigned enough = 0; enough < 2; enough++) {
		begin(6);
		fake_meet_all(16);
		account[5] = (struct account){ .entries = 498 + enough,
					       .handovers = 300, .races = 300 };
		crowd_is.draw[1] = 1 << 8; /* by acquire */
		come_and_go(5);
		/* Away before the release: another may be inside right after. */
		CHECK_TEXT(crowd_is.trace, "tAi-R");
		CHECK_EQUAL(CROWD_DOING(crowd_is.word[5]), AWAY);
		CHECK_EQUAL(crowd_is.content[5], enough);
	}
}
