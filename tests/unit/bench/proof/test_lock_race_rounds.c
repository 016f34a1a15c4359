/* SPDX-License-Identifier: MIT */
/* In the race for a lock: those beside the one held up, and when it ends. */
#include "tests/unit/bench/proof/lock_race_apart.h"

/* ---- beside the one held up -------------------------------------------------- */

TEST(lock_race_enters_beside_by_acquire_or_by_try)
{
	begin(6);
	crowd_is.draw[0] = BY_ACQUIRE;
	enter_and_leave(5);
	CHECK_TEXT(crowd_is.trace, "tAi-R");
	begin(6); /* it stays for the one held up */
	crowd_is.draw[0] = BY_ACQUIRE;
	crowd_is.steps_since = 0;
	enter_and_leave(5);
	CHECK_EQUAL(crowd_is.passes, 100);
	CHECK_EQUAL(runner[5].entries, 1);
	begin(6);
	crowd_is.draw[0] = BY_TRY;
	model.vain = 3;
	enter_and_leave(5);
	CHECK_TEXT(crowd_is.trace, "tYYYYi-R");
	begin(6);
	crowd_is.draw[0] = BY_TRY;
	model.vain = 9;
	model.ends = 3;
	enter_and_leave(5);
	CHECK_TEXT(crowd_is.trace, "tYYY");
	CHECK_EQUAL(runner[5].entries, 0);
}

/* Held up at the 4th pass, and ended at the 9th. */
static void hold_one_up(void)
{
	crowd_is.held_up_now = crowd_is.passes >= 4;
	race.ended += crowd_is.passes == 9;
	fake_trace(crowd_is.passes == 4 ? 'H' : crowd_is.passes == 9 ? 'E' : '.');
}

TEST(lock_race_others_come_at_once_or_when_one_is_held_up)
{
	for (unsigned patient = 0; patient < 2; patient++) {
		begin(6);
		race.patient = patient;
		race.ended = 8;
		crowd_is.on_pass = hold_one_up;
		crowd_is.draw[0] = crowd_is.draw[1] = crowd_is.draw[2] =
			BY_ACQUIRE;
		be_beside(5);
		CHECK_TEXT(crowd_is.trace, patient ?
			   "...HtAi-RtAi-RtAi-Rr....E" :
			   "tAi-RtAi-RtAi-Rr...H....E");
		CHECK_EQUAL(crowd_is.naps, patient ? 5 : 9);
		CHECK_EQUAL(crowd_is.looks, crowd_is.naps);
		CHECK_EQUAL(runner[5].beside, 8);
		CHECK_EQUAL(CROWD_DOING(crowd_is.word[5]), READY);
	}
}

TEST(lock_race_nobody_enters_when_it_is_over)
{
	begin(2);
	race.patient = true;
	crowd_is.over = true;
	be_beside(1);
	CHECK_TEXT(crowd_is.trace, "r");
	begin(2);
	race.victim = race.round = 1;
	crowd_is.over = true;
	turn(1);
	CHECK_TEXT(crowd_is.trace, "");
}

/* ---- rounds ----------------------------------------------------------------- */

TEST(lock_race_each_core_is_held_up_in_its_turn)
{
	begin(3);
	for (unsigned i = 0; i < 4; i++)
		crowd_is.draw[i] = (4 + i) << 8;
	for (unsigned i = 1; i < 9; i++) {
		prepare();
		CHECK_EQUAL(race.round, i);
		CHECK_EQUAL(race.victim, i % 3);
		CHECK_EQUAL(race.patient, i > 1 && i < 5);
	}
}

static void end_one(void)
{
	race.ended++;
}

TEST(lock_race_round_is_eight_times_and_ends_with_enough_held_up)
{
	for (unsigned core = 0; core < 2; core++)
		for (unsigned held = 119; held < 121; held++) {
			begin(2);
			race.slow = UINT64_MAX;
			race.round = 2 - !core;
			race.ended = 8;
			crowd_is.held_up = held;
			crowd_is.on_pass = end_one;
			for (unsigned i = 0; i < 8; i++)
				crowd_is.draw[i] = BY_ACQUIRE;
			turn(core);
			CHECK_EQUAL(race.round, 2); /* core 0 began it */
			CHECK_EQUAL(race.ended, 16);
			CHECK_EQUAL(crowd_is.held, core ? 0 : 8);
			CHECK_EQUAL(runner[core].entries, core ? 24 : 16);
			CHECK_EQUAL(crowd_is.meets, 2);
			CHECK_EQUAL(crowd_is.content[core], held == 120);
		}
}

TEST(lock_race_of_cores_that_take_turns_ends_with_fewer_held_up)
{
	for (unsigned held = 11; held < 13; held++) {
		begin(2);
		race.slow = 0;
		race.round = 1;
		race.ended = 16;
		crowd_is.held_up = held;
		turn(0);
		CHECK_EQUAL(crowd_is.content[0], held == 12);
	}
}

TEST(lock_race_does_nothing_where_cores_did_not_meet)
{
	begin(2);
	race.ended = 0;
	crowd_is.over_at_meet = 1;
	crowd_is.held_up = 1000;
	turn(0);
	CHECK_TEXT(crowd_is.trace, "");
	CHECK_EQUAL(crowd_is.meets, 1);
	CHECK(!crowd_is.content[0]);
}

/* ---- all -------------------------------------------------------------------- */

static unsigned lost;
static bool settled;

static void enter_together(void)
{
	CHECK_EQUAL(race.first + race.second + race.round + race.ended, 0);
	CHECK_EQUAL(crowd_is.held_up, 0);
	for (unsigned i = 0; i < 3; i++) {
		CHECK_EQUAL(runner[i].entries, 0);
		runner[i].entries = 10 + i;
		race.first += 10 + i;
	}
	race.first -= lost;
}

static const char *run(bool *late, bool take_turns)
{
	uint64_t entered;
	const char *why;

	begin(3);
	for (unsigned i = 0; i < 4; i++)
		runner[i].entries = 7; /* of a race of more cores before */
	race.first = race.second = race.ended = race.round = 7;
	crowd_is.held_up = 7;
	crowd_is.on_run = enter_together;
	crowd_is.late = *late;
	crowd_is.timeshared = take_turns;
	crowd_is.settled = settled;
	why = lock_race_apart(&model_kind, &model, 3, late, &entered);
	CHECK_EQUAL(entered, 33);
	CHECK_EQUAL(crowd_is.run.cores, 3);
	CHECK_EQUAL(crowd_is.run.ms, settled ? 1250 : 10000);
	CHECK(crowd_is.run.turn == turn);
	return why;
}

TEST(lock_race_counts_all_entries_and_misses_a_lost_one)
{
	for (unsigned i = 0; i < 2; i++) {
		bool late = i;

		lost = 0;
		CHECK_TEXT(run(&late, i), NULL);
		CHECK_EQUAL(late, i);
		CHECK_EQUAL(race.slow == UINT64_MAX, !i);
		CHECK(race.slow > tsc_read() + ticks_of_ms(1000));
		lost = 1;
		CHECK_TEXT(run(&late, i), "an entry was lost");
	}
}

TEST(lock_race_is_short_where_cores_take_turns_for_good)
{
	bool late = false;

	lost = 0;
	settled = true;
	CHECK_TEXT(run(&late, true), NULL);
	CHECK_EQUAL(race.slow - crowd_is.now, ticks_of_ms(250));
	settled = false;
}
