/* SPDX-License-Identifier: MIT */
/* In the race for a lock: the core held up, and who is inside meanwhile. */
#include "tests/unit/bench/proof/lock_race_apart.h"

/* ---- held up ---------------------------------------------------------------- */

static unsigned leaving_seen, release_seen;

static void look_at_victim(void)
{
	fake_trace('H');
	leaving_seen += race.leaving;
	release_seen += race.in_release;
}

static void be_held_up(bool in_release, uint32_t way, unsigned vain,
		       const char *trace)
{
	begin(6);
	crowd_is.steps_since = 0;
	crowd_is.draw[0] = (2u | in_release) << 8;
	crowd_is.draw[1] = way;
	crowd_is.on_hold = look_at_victim;
	model.vain = vain;
	leaving_seen = release_seen = 0;
	race.ended = runner[5].beside = 5;
	be_victim(5);
	CHECK_TEXT(crowd_is.trace, trace);
	CHECK_TEXT(crowd_is.wrong, NULL);
	CHECK_EQUAL(race.ended, 6);
	CHECK_EQUAL(race.first, 2 - vain);
	CHECK_EQUAL(runner[5].entries, 2 - vain);
	CHECK_EQUAL(crowd_is.passes, 0); /* it stays nowhere itself */
	CHECK(!race.leaving);
	if (!crowd_is.held)
		return;
	CHECK(crowd_is.others == another_inside);
	CHECK_EQUAL(leaving_seen, in_release);
	CHECK_EQUAL(release_seen, in_release);
}

TEST(lock_race_holds_up_what_enters_or_the_release)
{
	be_held_up(false, BY_ACQUIRE, 0, "tHAi-RtAi-R");
	be_held_up(false, BY_TRY, 0, "tHYi-RtAi-R");
	be_held_up(true, BY_ACQUIRE, 0, "tAi-HRtAi-R");
	be_held_up(true, BY_TRY, 0, "tYi-HRtAi-R");
	/* A try in vain leaves nothing to release. */
	be_held_up(false, BY_TRY, 1, "tHYtAi-R");
	be_held_up(true, BY_TRY, 1, "tYtAi-R");
}

TEST(lock_race_tries_no_lock_without_a_try)
{
	struct lock_kind kind = model_kind;

	for (unsigned chance = 0; chance < 8; chance++) {
		begin(2);
		crowd_is.draw[0] = crowd_is.draw[1] = chance << 8;
		CHECK_EQUAL(by_try(0), !(chance % 4));
		kind.try = NULL;
		race.kind = &kind;
		CHECK(!by_try(0));
	}
}

/* ---- inside ----------------------------------------------------------------- */

TEST(lock_race_sees_each_other_core_that_is_inside_too)
{
	for (unsigned cores = 2; cores <= 9; cores++)
		for (unsigned other = 0; other < cores; other++) {
			begin(cores);
			for (unsigned i = 1; i < cores; i++)
				other_says(i, TRYING);
			if (other)
				other_says(other, INSIDE);
			be_inside(0, false);
			CHECK_TEXT(crowd_is.wrong, other ?
				   "two cores were inside at once" : NULL);
		}
}

TEST(lock_race_entries_are_counted_and_bound_to_each_other)
{
	begin(2);
	be_inside(1, false);
	be_inside(1, false);
	CHECK_EQUAL(race.first, 2);
	CHECK_EQUAL(race.second, 2);
	CHECK_EQUAL(runner[1].entries, 2);
	CHECK_TEXT(crowd_is.trace, "i-i-");
	CHECK_TEXT(crowd_is.wrong, NULL);
	race.first++;
	be_inside(1, false);
	CHECK_TEXT(crowd_is.wrong, "it was entered while another was inside");
	begin(2);
	model.denies = true;
	be_inside(1, false);
	CHECK_TEXT(crowd_is.wrong, "is_locked denies that it is held");
}

/* What the one held up does while another core is inside. */
static struct {
	unsigned at;         /* pass */
	bool comes_in, ends; /* then */
	unsigned leaves_until;
} victim;

static void victim_goes_on(void)
{
	CHECK_EQUAL(race.first, race.second + 1);
	if (crowd_is.passes == victim.at) {
		if (victim.comes_in)
			other_says(0, INSIDE);
		race.ended += victim.ends;
	}
	race.leaving = crowd_is.passes < victim.leaves_until;
}

static unsigned stay_beside(bool in_release, uint32_t steps_since)
{
	begin(2);
	race.in_release = in_release;
	race.ended = runner[1].beside = 3;
	crowd_is.steps_since = steps_since;
	crowd_is.on_pass = victim_goes_on;
	be_inside(1, true);
	CHECK_TEXT(crowd_is.wrong, victim.comes_in ?
		   "two cores were inside at once" : NULL);
	return crowd_is.passes; /* us */
}

TEST(lock_race_stays_inside_until_the_one_held_up_comes_or_is_kept_out)
{
	/* On its way in it is let go, does 40 steps, and is kept out. */
	CHECK_EQUAL(stay_beside(false, 39), 100);
	CHECK_EQUAL(stay_beside(false, 40), 0);
	CHECK_EQUAL(stay_beside(true, 40), 100);
	/* On its way out it has time. */
	victim.leaves_until = 500;
	CHECK_EQUAL(stay_beside(true, 40), 499 + 100);
	victim.leaves_until = 5000;
	CHECK_EQUAL(stay_beside(true, 40), 2000);
	victim.at = 7;
	victim.ends = true;
	CHECK_EQUAL(stay_beside(true, 40), 7);
	victim.ends = false;
	victim.comes_in = true;
	CHECK_EQUAL(stay_beside(true, 40), 7);
}
