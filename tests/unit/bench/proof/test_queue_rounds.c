/* SPDX-License-Identifier: MIT */
/* What one core does in a round of the race for a queue, and when it ends. */
#include "tests/unit/bench/proof/queue_apart.h"

#include "kernel/format.h"
#include "kernel/options.h"

#define queue_race queue_race_apart
#include "bench/proof/queue_race.c"

#define AS_IS(random) ((random) << 8)

/* ---- the queue ---------------------------------------------------------------- */

#define PLACES 8u
static struct work item[PLACES];
static uint32_t inside;

static bool model_push(void *queue, struct work work)
{
	(void)queue;
	fake_trace('p');
	if (inside == PLACES)
		return false;
	item[inside++] = work;
	return true;
}

static bool model_pop(void *queue, struct work *work)
{
	(void)queue;
	fake_trace('q');
	if (!inside)
		return false;
	*work = item[0];
	memmove(item, item + 1, --inside * sizeof(*item));
	return true;
}

static void begin(unsigned producers, unsigned cores, bool mixed)
{
	begin_queue(producers, cores, mixed);
	kind = (struct queue_kind){ .name = "model", .push = model_push,
				    .pop = model_pop };
	memset(&race, 0, sizeof(race));
	inside = 0;
}

/* ---- a round begins ------------------------------------------------------------ */

TEST(queue_race_begins_nearly_full_or_nearly_empty)
{
	static const char *const trace[] = {
		"", "ppppppppp", "p", "pppppppppq", "pp", "pppppppppqq", "ppp",
		"pppppppppqqq" };

	for (uint32_t random = 0; random < 8; random++) {
		begin(1, 3, false);
		race.round = random;
		crowd_is.draw[0] = AS_IS(random | 8);
		prepare();
		CHECK_TEXT(crowd_is.trace, trace[random]);
		CHECK_EQUAL(race.round, random + 1);
		/* Each core is held up in turn, in every second round. */
		CHECK_EQUAL(race.victim, (random + 1) / 2 % 3);
		CHECK_TEXT(items_missing(), inside ? "an item was lost" : NULL);
		CHECK_TEXT(crowd_is.wrong, NULL);
	}
}

TEST(queue_race_finds_what_is_wrong_before_a_round)
{
	begin(1, 2, false);
	crowd_is.draw[0] = AS_IS(2);
	prepare();
	item[0].run = NULL;
	crowd_is.draw[1] = AS_IS(1 | 1 << 1);
	prepare();
	CHECK_TEXT(crowd_is.wrong, "an item was torn");
}

/* Which it leaves to the end of the round: there an item is missing. */
static bool pop_nothing(void *queue, struct work *work)
{
	(void)queue;
	*work = (struct work){ 0 };
	return false;
}

TEST(queue_race_pop_that_finds_nothing_is_no_item)
{
	begin(1, 2, false);
	kind.pop = pop_nothing;
	crowd_is.draw[0] = AS_IS(1 | 3 << 1);
	prepare();
	CHECK_EQUAL(inside, PLACES);
	CHECK_TEXT(crowd_is.wrong, NULL);
}

TEST(queue_race_items_begin_anew_when_a_producer_has_none_left)
{
	for (unsigned without = 0; without < 4; without++) {
		begin(2, 4, false);
		verbs.without = without;
		verbs.popped = 40;
		race.popped = 2;
		prepare();
		/* Who only pops needs none. */
		CHECK_TEXT(crowd_is.trace, without < 2 ? "B" : "");
		CHECK_EQUAL(race.popped, without < 2 ? 42 : 2);
	}
	begin(1, 3, true);
	verbs.without = 3; /* not of this race */
	prepare();
	CHECK_TEXT(crowd_is.trace, "");
}

/* ---- verbs ---------------------------------------------------------------------- */

static const char *verb_of(unsigned core, unsigned chance, bool mixed)
{
	begin(1, 2, mixed);
	crowd_is.draw[0] = AS_IS(chance);
	verb(core, false);
	return crowd_is.trace;
}

TEST(queue_race_each_core_does_the_verbs_that_are_its)
{
	for (unsigned chance = 0; chance < 4; chance++)
		for (unsigned core = 0; core < 2; core++) {
			CHECK_TEXT(verb_of(core, chance, false),
				   core ? "o" : "u");
			CHECK_TEXT(verb_of(core, chance, true),
				   chance % 2 ? "u" : "o");
		}
	begin(1, 2, false);
	verbs.without = 0;
	verb(0, false); /* nothing left to push, and it does not pop */
	CHECK_TEXT(crowd_is.trace, "");
	queue_checked.mixed = true;
	crowd_is.draw[1] = AS_IS(1);
	verb(0, true);
	CHECK_TEXT(crowd_is.trace, "O");
}

TEST(queue_race_cores_begin_one_to_four_verbs_together)
{
	static const char *const trace[] = { "u", "uu", "uuu", "uuuu" };

	for (uint32_t random = 0; random < 8; random++) {
		begin(1, 2, false);
		crowd_is.draw[0] = AS_IS(random);
		crowd_is.draw[1] = AS_IS(0x6d);
		begin_together(0);
		CHECK_TEXT(crowd_is.trace, trace[random % 4]);
		CHECK_EQUAL(crowd_is.spent, 0x2d); /* of 0 to 63 */
	}
}

/* ---- one is held up --------------------------------------------------------------- */

static void end_the_race(void)
{
	crowd_is.over = verbs.verbs == 3;
}

TEST(queue_race_one_core_is_held_up_in_eight_verbs)
{
	begin(1, 2, false);
	race.round = 3;
	race.victim = 1;
	go_on_beside(1);
	CHECK_TEXT(crowd_is.trace, "OOOOOOOO");
	CHECK_EQUAL(race.ended, 3);
	begin(1, 2, false);
	verbs.on_verb = end_the_race;
	race.victim = 1;
	race.round = 3;
	go_on_beside(1);
	CHECK_TEXT(crowd_is.trace, "OOO");
	CHECK_EQUAL(race.ended, 3); /* nobody waits for it for ever */
}

static unsigned ends_at; /* verbs of the others */

static void victim_ends(void)
{
	if (verbs.verbs == ends_at)
		race.ended = race.round;
}

TEST(queue_race_others_go_on_until_that_one_has_ended)
{
	static const struct {
		unsigned verbs, naps;
	} until[] = { { 5, 0 }, { 4096, 0 }, { 4097, 1 }, { 4100, 4 } };

	for (unsigned i = 0; i < 4; i++) {
		begin(1, 2, false);
		race.round = 3;
		race.ended = 2;
		race.victim = 1;
		ends_at = until[i].verbs;
		verbs.on_verb = victim_ends;
		go_on_beside(0);
		CHECK_EQUAL(verbs.verbs, until[i].verbs);
		CHECK_EQUAL(crowd_is.trace[0], 'u');
		/* Of very many verbs it does each after a nap. */
		CHECK_EQUAL(crowd_is.naps, until[i].naps);
		CHECK_EQUAL(crowd_is.looks, crowd_is.naps);
	}
	begin(1, 2, false);
	race.round = 3;
	race.victim = 1;
	verbs.on_verb = end_the_race;
	go_on_beside(0);
	CHECK_TEXT(crowd_is.trace, "uuu");
}

/* ---- a turn ------------------------------------------------------------------------ */

TEST(queue_race_is_over_when_each_core_has_seen_enough)
{
	static const struct {
		unsigned wanted, met, held_up;
		bool slow, enough, settled;
	} seen[] = {
		{ 600, 200, 600, false, true, false },
		{ 600, 199, 600, false, false, false },
		{ 600, 200, 599, false, false, false },
		{ 600, 200, 400, true, true, false },
		{ 600, 199, 400, true, false, false },
		{ 600, 200, 399, true, false, false },
		{ 600, 200, 100, true, true, true },
		{ 600, 200, 99, true, false, true },
		{ 600, 199, 100, true, false, true },
		{ 600, 200, 599, false, false, true },
		{ 200, 200, 200, false, true, false },
		{ 200, 200, 199, false, false, false },
		{ 200, 200, 200, true, true, false },
		{ 200, 200, 199, true, false, false },
		{ 200, 200, 100, true, true, true },
	};

	for (unsigned i = 0; i < sizeof(seen) / sizeof(seen[0]); i++) {
		begin(1, 3, false);
		crowd_is.settled = seen[i].settled;
		race.round = 1;
		race.wanted = seen[i].wanted;
		race.slow = seen[i].slow ? 0 : UINT64_MAX;
		fake_meet_all(seen[i].met);
		crowd_is.held_up = seen[i].held_up;
		turn(0);
		CHECK_EQUAL(crowd_is.content[0], seen[i].enough);
		CHECK_EQUAL(crowd_is.meets, 2);
	}
}

TEST(queue_race_every_second_round_holds_one_up)
{
	for (unsigned round = 1; round < 5; round++)
		for (unsigned core = 0; core < 2; core++) {
			begin(2, 2, false);
			race.round = round - !core; /* core 0 begins it */
			race.ended = round;
			race.victim = 1;
			turn(core);
			CHECK_EQUAL(race.round, round);
			/* Core 0 takes out what is left, alone. */
			CHECK_EQUAL(verbs.drained, !core);
			if (round % 2)
				CHECK_EQUAL(verbs.verbs,
					    race.victim == core ? 8 : 0);
			else
				CHECK_EQUAL(verbs.verbs, 1);
		}
}

TEST(queue_race_finds_what_is_wrong_when_a_round_has_ended)
{
	begin(1, 2, false);
	race.round = race.ended = 1;
	verbs.left = "an item was lost";
	turn(1);
	CHECK_TEXT(crowd_is.wrong, NULL); /* core 0 looks */
	turn(0);
	CHECK_TEXT(crowd_is.wrong, "an item was lost");
}

TEST(queue_race_ends_where_cores_did_not_meet)
{
	for (unsigned meet = 1; meet < 3; meet++) {
		begin(1, 2, false);
		race.round = 1;
		crowd_is.over_at_meet = meet;
		crowd_is.held_up = 1000;
		fake_meet_all(1000);
		turn(0);
		CHECK_EQUAL(crowd_is.meets, meet);
		CHECK_EQUAL(verbs.verbs, meet - 1);
		CHECK_EQUAL(verbs.drained, 0);
		CHECK(!crowd_is.content[0]);
	}
}

static uint32_t wanted_of(const struct queue_kind *of, const char *suite)
{
	char line[16];

	begin(1, 2, false);
	queue_checked.kind = of;
	format(line, sizeof(line), "suite=%s", suite);
	CHECK_EQUAL(options_parse(line, NULL), 0);
	return held_up_wanted();
}

/* What no explorer has seen is held up as often as ever. */
TEST(queue_race_of_our_own_is_shorter_in_the_quick_suite)
{
	const struct queue_kind *ours = *__start_qc_queues;

	CHECK_EQUAL(wanted_of(ours, "quick"), 200);
	CHECK_EQUAL(wanted_of(ours, "full"), 600);
	CHECK_EQUAL(wanted_of(&kind, "quick"), 600);
	CHECK_EQUAL(wanted_of(&kind, "full"), 600);
}

/* ---- all ---------------------------------------------------------------------------- */

static void race_together(void)
{
	CHECK_EQUAL(race.round + race.ended + race.popped, 0);
	CHECK_EQUAL(crowd_is.held_up, 0);
	CHECK(queue_checked.any_verb);
	CHECK_TEXT(crowd_is.trace, "B");
	race.popped = 30;
	verbs.popped = 12;
}

TEST(queue_race_counts_all_items_and_finds_what_is_left)
{
	static const struct {
		const char *wrong, *left, *why;
	} end[] = { { NULL, NULL, NULL }, { "torn", NULL, "torn" },
		    { NULL, "lost", "lost" }, { "torn", "lost", "torn" } };

	for (unsigned i = 0; i < 16; i++) {
		uint64_t popped;
		bool late;

		begin(1, 3, false);
		crowd_is.settled = i >= 8;
		race.round = race.ended = 7;
		race.popped = 7;
		crowd_is.held_up = 7;
		crowd_is.late = i & 4;
		crowd_is.on_run = race_together;
		crowd_is.wrong = end[i % 4].wrong;
		verbs.left = end[i % 4].left;
		CHECK_TEXT(queue_race_apart(&late, &popped), end[i % 4].why);
		CHECK_EQUAL(late, !!(i & 4));
		CHECK_EQUAL(popped, 42);
		CHECK_EQUAL(crowd_is.run.cores, 3);
		CHECK_EQUAL(crowd_is.run.ms, i < 8 ? 10000 : 1250);
		CHECK_EQUAL(race.slow - crowd_is.now,
			    ticks_of_ms(i < 8 ? 3000 : 375));
		CHECK(crowd_is.run.turn == turn);
	}
}
