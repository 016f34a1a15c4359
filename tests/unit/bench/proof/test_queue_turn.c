/* SPDX-License-Identifier: MIT */
/* What one core does in a queue's check, and when it has seen enough. */
#include "tests/unit/bench/proof/queue_check_apart.h"

#define AS_IS(random) ((random) << 8)
#define REST AS_IS(64u)    /* of 64 verbs one begins with a rest */
#define NO_REST AS_IS(63u)

enum { PUSHES = 1, POPS = 2 };

/* Core 0 does those. */
static void begin_as(unsigned role)
{
	begin(role != POPS, 3, role == (PUSHES | POPS));
}

/* ---- enough ------------------------------------------------------------------- */

TEST(queue_check_asks_each_core_for_all_that_it_has_to_see)
{
	static const struct {
		uint32_t verbs, full, empty;
		unsigned met;
		unsigned enough_for[3]; /* who pushes, who pops, who does both */
	} seen[] = {
		{ 500, 8, 8, 32, { 1, 1, 1 } }, { 499, 8, 8, 32, { 0, 0, 0 } },
		{ 500, 7, 8, 32, { 0, 1, 0 } }, { 500, 8, 7, 32, { 1, 0, 0 } },
		{ 500, 8, 8, 31, { 0, 0, 0 } }, { 900, 0, 90, 32, { 0, 1, 0 } },
	};

	for (unsigned i = 0; i < sizeof(seen) / sizeof(seen[0]); i++)
		for (unsigned role = PUSHES; role < 4; role++) {
			begin_as(role);
			account[0] = (struct account){
				.verbs = seen[i].verbs, .full = seen[i].full,
				.empty = seen[i].empty };
			fake_meet_all(seen[i].met);
			CHECK_EQUAL(seen_enough(0), seen[i].enough_for[role - 1]);
		}
}

/* ---- a verb ------------------------------------------------------------------- */

static struct account one_verb(unsigned role, bool push, uint32_t moves,
			       uint32_t chance)
{
	begin_as(role);
	account[0].in_vain = 3;
	verbs.moves = moves;
	crowd_is.draw[0] = chance;
	(push ? push_once : pop_once)(0);
	CHECK_TEXT(crowd_is.trace, push ? "u" : "o");
	return account[0];
}

TEST(queue_check_counts_verbs_that_move_items_and_those_that_cannot)
{
	for (unsigned push = 0; push < 2; push++)
		for (unsigned both = 0; both < 2; both++) {
			unsigned role = both ? PUSHES | POPS :
					push ? PUSHES : POPS;
			struct account a = one_verb(role, push, 3, NO_REST);

			CHECK_EQUAL(a.verbs, 1);
			CHECK_EQUAL(a.full + a.empty + a.in_vain, 0);
			CHECK_EQUAL(check.full + check.empty, 0);
			CHECK_EQUAL(crowd_is.naps, 0);
			a = one_verb(role, push, 0, NO_REST);
			CHECK_EQUAL(a.verbs, 0);
			CHECK_EQUAL(a.full, push);
			CHECK_EQUAL(a.empty, !push);
			CHECK_EQUAL(check.full, push);
			CHECK_EQUAL(check.empty, !push);
			/* Only others can change it: the turn goes on. */
			CHECK_EQUAL(crowd_is.naps, !both);
			CHECK_EQUAL(a.in_vain, 3 + !both);
		}
}

static unsigned ends_at;
static bool full;

static void others_find_an_end(void)
{
	if (crowd_is.passes == ends_at)
		*(full ? &check.full : &check.empty) += 1;
}

static unsigned rest_before(bool push, unsigned pass, bool found_full)
{
	begin_as(push ? PUSHES : POPS);
	verbs.moves = 1;
	ends_at = pass;
	full = found_full;
	crowd_is.on_pass = others_find_an_end;
	crowd_is.draw[0] = REST;
	(push ? push_once : pop_once)(0);
	CHECK_EQUAL(crowd_is.looks, crowd_is.passes);
	return crowd_is.passes; /* us */
}

TEST(queue_check_rests_now_and_then_until_the_others_found_its_end)
{
	/* Who pushes leaves it until it was empty, who pops until full. */
	CHECK_EQUAL(rest_before(true, 7, false), 7);
	CHECK_EQUAL(rest_before(false, 7, true), 7);
	CHECK_EQUAL(rest_before(true, 7, true), 20);
	CHECK_EQUAL(rest_before(false, 7, false), 20);
	CHECK_EQUAL(rest_before(true, 0, false), 20);
	CHECK_EQUAL(rest_before(false, 0, true), 20);
	for (unsigned chance = 1; chance < 64; chance *= 2) {
		one_verb(PUSHES, true, 1, AS_IS(chance));
		CHECK_EQUAL(crowd_is.passes, 0);
		one_verb(POPS, false, 1, AS_IS(chance));
		CHECK_EQUAL(crowd_is.passes, 0);
	}
	/* Who does both never rests. */
	one_verb(PUSHES | POPS, true, 1, REST);
	CHECK_EQUAL(crowd_is.passes, 0);
	one_verb(PUSHES | POPS, false, 1, REST);
	CHECK_EQUAL(crowd_is.passes, 0);
}

/* ---- a turn ------------------------------------------------------------------- */

static const char *turn_of(uint32_t verbs_before, uint32_t full_before,
			   uint32_t empty_before, uint32_t chance)
{
	begin_as(PUSHES | POPS);
	verbs.moves = 1;
	account[0] = (struct account){ .verbs = verbs_before,
				       .full = full_before,
				       .empty = empty_before };
	crowd_is.draw[0] = AS_IS(chance);
	turn(0);
	return crowd_is.trace;
}

TEST(queue_check_who_does_both_pushes_mostly_then_pops_mostly)
{
	for (unsigned chance = 0; chance < 16; chance++) {
		const char *mostly_pops = chance % 8 ? "o" : "u";
		const char *mostly_pushes = chance % 8 ? "u" : "o";

		CHECK_TEXT(turn_of(0, 0, 0, chance), mostly_pops);
		CHECK_TEXT(turn_of(63, 0, 0, chance), mostly_pops);
		CHECK_TEXT(turn_of(64, 0, 0, chance), mostly_pushes);
		CHECK_TEXT(turn_of(30, 17, 17, chance), mostly_pushes);
		CHECK_TEXT(turn_of(127, 0, 0, chance), mostly_pushes);
		CHECK_TEXT(turn_of(100, 28, 0, chance), mostly_pops);
	}
}

TEST(queue_check_who_does_one_does_that)
{
	for (unsigned role = PUSHES; role <= POPS; role++)
		for (unsigned before = 0; before < 128; before += 64) {
			begin_as(role);
			verbs.moves = 1;
			account[0].verbs = before;
			crowd_is.draw[0] = NO_REST;
			turn(0);
			CHECK_TEXT(crowd_is.trace, role == PUSHES ? "u" : "o");
		}
}

TEST(queue_check_core_is_content_with_enough_or_without_items)
{
	begin_as(PUSHES);
	verbs.moves = 1;
	crowd_is.draw[0] = NO_REST;
	account[0] = (struct account){ .verbs = 499, .full = 8 };
	fake_meet_all(32);
	turn(0);
	CHECK(crowd_is.content[0] && account[0].enough);
	/* For ever. */
	crowd_is.content[0] = false;
	fake_meet_all(0);
	turn(0);
	CHECK(crowd_is.content[0] && account[0].enough);
	begin_as(PUSHES); /* has items, but not enough */
	crowd_is.draw[0] = NO_REST;
	turn(0);
	CHECK(!crowd_is.content[0]);
	/* Without items it does nothing more, and has not seen enough. */
	begin_as(PUSHES);
	verbs.without = 0;
	turn(0);
	CHECK_TEXT(crowd_is.trace, "");
	CHECK(crowd_is.content[0] && !account[0].enough);
	begin_as(PUSHES | POPS);
	verbs.without = 0;
	account[0].verbs = 64;
	turn(0);
	CHECK_TEXT(crowd_is.trace, "o");
	begin_as(POPS);
	verbs.without = 0; /* it needs none */
	crowd_is.draw[0] = NO_REST;
	turn(0);
	CHECK(!crowd_is.content[0]);
}
