/* SPDX-License-Identifier: MIT */
/*
 * Where a verb is held up, for how long, and whether that counts. Its
 * instructions and the other cores are the test's.
 */
#include "tests/unit/bench/proof/fake_crowd.h"

#define machine_step step_through
#define hold_up_begin apart_begin
#define hold_up hold_up_apart
#define held_up apart_held_up
#define hold_up_now apart_now
#define hold_up_steps_since apart_steps_since

static void step_through(void (*body)(void *arg), void *arg,
			 bool (*step)(const uint8_t *instruction));
#include "bench/proof/hold_up.c"

#include <string.h>

#include "tests/unit/test.h"

#define AS_IS(random) ((random) << 8)

/* ---- a verb, 'L' for each locked instruction of it -------------------------- */

static const char *instructions;
static unsigned at; /* before that one */
static unsigned steps, calls, held_at;

static void body_of_verb(void *arg)
{
	(void)arg;
	calls++;
}

static void step_through(void (*body)(void *arg), void *arg,
			 bool (*step)(const uint8_t *instruction))
{
	static const uint8_t lock[] = { 0xf0, 0x0f, 0xc1 }, plain[3] = { 0x90 };

	steps = 0;
	for (at = 0; instructions[at]; at++) {
		steps++;
		if (!step(instructions[at] == 'L' ? lock : plain))
			break;
	}
	body(arg);
}

#define NOT_HELD 1000u

static void begin(unsigned cores, const char *verb)
{
	fake_crowd(cores);
	instructions = verb;
	calls = 0;
	held_at = NOT_HELD;
	hold_up_begin();
	for (unsigned i = 0; i < cores; i++)
		other_says(i, TRYING);
}

static struct held_verb verb = { .call = body_of_verb };

static void hold(uint32_t words, uint32_t where, bool (*others)(unsigned core))
{
	crowd_is.draw[0] = AS_IS(words);
	crowd_is.draw[1] = AS_IS(where);
	crowd_is.drawn = crowd_is.passes = 0;
	hold_up(1, &verb, NULL, others);
	CHECK(!hold_up_now());
}

/* ---- where ------------------------------------------------------------------ */

TEST(hold_up_knows_a_locked_instruction_behind_its_prefixes)
{
	static const struct {
		uint8_t code[5];
		bool is;
	} instruction[] = {
		{ { 0xf0, 0x0f, 0xb1 }, true },        /* lock cmpxchg */
		{ { 0x66, 0xf0, 0x0f, 0xb1 }, true },  /* of 16 bits */
		{ { 0x48, 0x87, 0x07 }, true },        /* xchg (%rdi), %rax */
		{ { 0x4f, 0x87, 0x07 }, true },
		{ { 0x40, 0x86, 0x3f }, true },        /* of 8 bits */
		{ { 0x87, 0xbf }, true },              /* with a displacement */
		{ { 0x66, 0x41, 0x87, 0x45 }, true },
		{ { 0x87, 0xc0 }, false },             /* of two registers */
		{ { 0x48, 0x87, 0xff }, false },
		{ { 0x90 }, false },
		{ { 0x85, 0x07 }, false },             /* test */
		{ { 0x88, 0x07 }, false },             /* mov */
		{ { 0x89, 0x07 }, false },
		{ { 0x50, 0xf0 }, false },             /* push; no prefix */
		{ { 0x3f, 0xf0 }, false },
		{ { 0x0f, 0xb1, 0xf0 }, false },       /* cmpxchg, not locked */
	};

	for (unsigned i = 0; i < sizeof(instruction) / sizeof(*instruction); i++)
		CHECK_EQUAL(is_locked(instruction[i].code), instruction[i].is);
}

static void note_where(void)
{
	CHECK(hold_up_now());
	CHECK_EQUAL(hold_up_steps_since(), 0);
	CHECK(held_at == NOT_HELD || held_at == at); /* once */
	held_at = at;
}

static unsigned where_held(uint32_t where)
{
	begin(2, "nLnnLn");
	crowd_is.on_pass = note_where;
	hold(0, where, NULL);
	CHECK_EQUAL(steps, 6);
	CHECK_EQUAL(calls, 1);
	return held_at;
}

TEST(hold_up_stops_at_any_instruction_or_at_a_locked_one)
{
	for (uint32_t n = 0; n < 12; n++) {
		verb = (struct held_verb){ .call = body_of_verb, .shortest = 3,
					   .last = 6, .locked = 2 };
		/* Any of the last ones, or of the shortest; or just none. */
		CHECK_EQUAL(where_held(n << 2),
			    n % 7 == 6 ? NOT_HELD : n % 7);
		verb.last = 6;
		verb.shortest = 3;
		CHECK_EQUAL(where_held(n << 2 | 1), n % 4);
		CHECK_EQUAL(where_held(n << 2 | 2), n % 2 ? 4 : 1);
		CHECK_EQUAL(where_held(n << 2 | 3), n % 2 ? 4 : 1);
		/* It has none. */
		verb.locked = 0;
		verb.last = 6;
		CHECK_EQUAL(where_held(n << 2 | 2),
			    n % 7 == 6 ? NOT_HELD : n % 7);
	}
}

TEST(hold_up_remembers_how_long_a_verb_is)
{
	static const struct {
		const char *instructions;
		uint32_t shortest, last, locked;
	} call[] = { { "nnLnL", 5, 5, 2 }, { "nnnnnnL", 5, 7, 1 },
		     { "nn", 2, 2, 0 }, { "nLn", 2, 3, 1 } };

	verb = (struct held_verb){ .call = body_of_verb };
	for (unsigned i = 0; i < 4; i++) {
		begin(2, call[i].instructions);
		hold(0, 0, NULL);
		CHECK_EQUAL(verb.shortest, call[i].shortest);
		CHECK_EQUAL(verb.last, call[i].last);
		CHECK_EQUAL(verb.locked, call[i].locked);
	}
}

TEST(hold_up_lets_go_of_a_verb_that_does_not_end)
{
	char endless[300];

	memset(endless, 'n', sizeof(endless));
	endless[299] = 0;
	begin(2, endless);
	hold(0, 2 << 2, NULL);
	CHECK_EQUAL(steps, 160);
	CHECK_EQUAL(calls, 1);
}

TEST(hold_up_counts_the_steps_since_it_let_go)
{
	verb = (struct held_verb){ .call = body_of_verb, .last = 6 };
	begin(2, "nnnnnn");
	hold(0, 2 << 2, NULL);
	CHECK_EQUAL(hold_up_steps_since(), 3);
	hold(0, 5 << 2, NULL); /* the last one: anew */
	CHECK_EQUAL(hold_up_steps_since(), 0);
	hold(0, 0, NULL);
	CHECK_EQUAL(hold_up_steps_since(), 5);
	hold_up_begin();
	CHECK_EQUAL(hold_up_steps_since(), 0);
}

/* ---- how long --------------------------------------------------------------- */

static unsigned words_most;

/* Two others in turn, core 2 and core 0. */
static void others_talk(void)
{
	CHECK(hold_up_now());
	if (crowd_is.passes <= words_most)
		other_says(crowd_is.passes % 2 ? 2 : 0, INSIDE);
}

static unsigned wait_for_words(uint32_t words, unsigned said)
{
	begin(3, "nL");
	verb = (struct held_verb){ .call = body_of_verb, .last = 2,
				   .locked = 1 };
	for (unsigned i = 0; i < 20; i++) /* before it is held up */
		other_says(2, TRYING);
	words_most = said;
	crowd_is.on_pass = others_talk;
	hold(words, 0, NULL);
	return crowd_is.passes; /* us */
}

TEST(hold_up_waits_for_a_few_words_of_others)
{
	CHECK_EQUAL(wait_for_words(0, 1000), 4);
	CHECK_EQUAL(held_up(), 1);
	CHECK_EQUAL(wait_for_words(10, 1000), 4);
	/* More now and then, up to 31. */
	CHECK_EQUAL(wait_for_words(1, 1000), 4);
	CHECK_EQUAL(wait_for_words(5 << 1 | 1, 1000), 9);
	CHECK_EQUAL(wait_for_words(31 << 1 | 1, 1000), 35);
	CHECK_EQUAL(wait_for_words(33 << 1 | 1, 1000), 5);
}

TEST(hold_up_waits_longer_at_a_locked_instruction)
{
	begin(3, "nL");
	verb = (struct held_verb){ .call = body_of_verb, .locked = 1 };
	words_most = 1000;
	crowd_is.on_pass = others_talk;
	hold(6 << 1, 2, NULL);
	CHECK_EQUAL(crowd_is.passes, 10);
}

TEST(hold_up_counts_where_others_did_two_verbs)
{
	for (unsigned said = 0; said < 8; said++) {
		unsigned us = wait_for_words(31 << 1 | 1, said);

		CHECK_EQUAL(us, 50); /* they wait for it: it goes on */
		CHECK_EQUAL(held_up(), said >= 4);
	}
}

/* Of ten cores each looks at the next eight. */
static void unseen_talks(void)
{
	other_says(0, INSIDE);
}

TEST(hold_up_waits_for_whom_a_crowd_looks_at)
{
	begin(10, "n");
	verb = (struct held_verb){ .call = body_of_verb, .last = 1 };
	crowd_is.on_pass = unseen_talks;
	hold(0, 0, NULL);
	CHECK_EQUAL(crowd_is.passes, 50);
	CHECK_EQUAL(held_up(), 0);
}

static unsigned begin_at;

static void others_begin(void)
{
	if (crowd_is.passes == begin_at)
		other_says(2, READY);
}

static unsigned wait_for_who_is_away(unsigned until)
{
	begin(3, "n");
	verb = (struct held_verb){ .call = body_of_verb, .last = 1 };
	other_says(0, AWAY);
	other_says(2, AWAY);
	begin_at = until;
	crowd_is.on_pass = others_begin;
	hold(0, 0, NULL);
	CHECK_EQUAL(held_up(), 0);
	return crowd_is.passes;
}

TEST(hold_up_waits_longer_for_others_that_have_not_begun)
{
	CHECK_EQUAL(wait_for_who_is_away(5000), 2000);
	CHECK_EQUAL(wait_for_who_is_away(300), 299 + 50);
	CHECK_EQUAL(wait_for_who_is_away(1), 50);
	/* One of two has begun: it may be kept. */
	begin(3, "n");
	verb = (struct held_verb){ .call = body_of_verb, .last = 1 };
	other_says(2, AWAY);
	hold(0, 0, NULL);
	CHECK_EQUAL(crowd_is.passes, 50);
	/* Alone there is nobody to wait for. */
	begin(1, "n");
	verb.last = 1;
	crowd_is.draw[0] = crowd_is.draw[1] = 0;
	other_says(0, AWAY);
	hold_up(0, &verb, NULL, NULL);
	CHECK_EQUAL(crowd_is.passes, 50);
}

static bool as_asked(unsigned core)
{
	CHECK_EQUAL(core, 1);
	return crowd_is.passes >= begin_at;
}

TEST(hold_up_waits_for_what_the_caller_asks_for)
{
	for (begin_at = 0; begin_at < 80; begin_at += 13) {
		unsigned us = begin_at < 50 ? begin_at : 50;

		begin(3, "n");
		verb = (struct held_verb){ .call = body_of_verb, .last = 1 };
		words_most = 1000; /* that others talk is not asked for */
		crowd_is.on_pass = others_talk;
		hold(0, 0, as_asked);
		CHECK_EQUAL(crowd_is.passes, us);
		CHECK_EQUAL(held_up(), begin_at < 50);
	}
}

TEST(hold_up_counts_from_where_it_began)
{
	begin_at = 0;
	begin(3, "n");
	for (unsigned i = 1; i < 5; i++) {
		verb = (struct held_verb){ .call = body_of_verb, .last = 1 };
		hold(0, 0, as_asked);
		CHECK_EQUAL(held_up(), i);
	}
	held.now = true; /* its core was taken out of a verb held up */
	hold_up_begin();
	CHECK_EQUAL(held_up(), 0);
	CHECK(!hold_up_now());
}
