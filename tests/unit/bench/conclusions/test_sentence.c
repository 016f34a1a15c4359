/* SPDX-License-Identifier: MIT */
/* bench/conclusions/sentence.c: each verdict of each claim, word by word. */
#include "bench/conclusions/sentence.h"

#include "tests/unit/test.h"

#define THIRTY_PERCENT 300u

static char text[SENTENCE_MAX];

static const struct conclusion order = {
	.claim = CLAIM_ORDER, .unit = "ticks", .what = "A push and a pop",
	.superlative = "cheapest", .subjects = 3,
	.subject = { { .name = "ring" }, { .name = "spsc" },
		     { .name = "two" } },
};

static const struct conclusion ratio = {
	.claim = CLAIM_RATIO, .unit = "times", .what = "On 2 cores, n = 0",
	.subjects = 2, .subject = { { .name = "loop" }, { .name = "steal" } },
};

static const struct conclusion value = {
	.claim = CLAIM_VALUE, .unit = "CALL", .published = "2",
	.what = "A yield takes %s times a call", .subjects = 1,
	.never = "a yield never ends", .subject = { { .name = "yield" } },
};

static const char *say(const struct conclusion *c, const struct judged *j)
{
	sentence_write(text, c, j, THIRTY_PERCENT);
	return text;
}

/* ---- order ------------------------------------------------------------- */

TEST(sentence_of_a_sure_order)
{
	struct judged j = { .verdict = JUDGED_SURE, .best = 1, .other = 0,
			    .figure = { 6120, 6000, 6200 },
			    .ratio = { 2000, 1900, 2100 }, .winners = 2 };

	CHECK_TEXT(say(&order, &j), "A push and a pop: spsc is the cheapest, "
		   "6.12 ticks; next ring, 2.00 (1.90 to 2.10) times that.");
}

TEST(sentence_of_a_tie)
{
	struct judged j = { .verdict = JUDGED_TIE, .figure = { 6120, 6000, 6200 },
			    .most = 6500, .winners = 7 };

	CHECK_TEXT(say(&order, &j), "A push and a pop: ring, spsc and two take "
		   "the same within 15.0 %, 6.12 to 6.50 ticks.");
	j.most = j.figure.value;
	CHECK_TEXT(say(&order, &j), "A push and a pop: ring, spsc and two take "
		   "the same within 15.0 %, 6.12 ticks.");
	j.most = 6500;
	j.winners = 5;
	j.near = 2;
	CHECK_TEXT(say(&order, &j), "A push and a pop: ring and two take the "
		   "same within 15.0 %, 6.12 to 6.50 ticks; spsc is close.");
	j.winners = 1;
	j.near = 6;
	CHECK_TEXT(say(&order, &j), "A push and a pop: ring take the same "
		   "within 15.0 %, 6.12 to 6.50 ticks; spsc and two are close.");
}

TEST(sentence_of_an_order_that_cannot_be_told)
{
	static const struct { enum gate_reason reason; const char *wanted; }
	known[] = {
		{ REASON_CLOSE, "A push and a pop: cannot be told, spsc or "
		  "ring. Too close for one boot (qc run --boots 6)." },
		{ REASON_SPREAD, "A push and a pop: cannot be told, spsc or "
		  "ring. Rounds differ, a quieter machine would help." },
		{ REASON_DISTURBED, "A push and a pop: cannot be told, spsc or "
		  "ring. ring was disturbed, a quieter machine would help." },
		{ REASON_NO_RATIO, "A push and a pop: cannot be told, spsc or "
		  "ring. Fewer than six rounds have a ratio: never and 0 have "
		  "none." },
		{ REASON_NOT_PROVEN, "A push and a pop: cannot be told, spsc or "
		  "ring. ring is not proven right." },
	};
	struct judged j = { .verdict = JUDGED_UNSURE, .best = 1, .other = 0 };

	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		j.reason = known[i].reason;
		CHECK_TEXT(say(&order, &j), known[i].wanted);
	}
	j.reason = REASON_TURNS;
	j.best = j.other;
	CHECK_TEXT(say(&order, &j), "A push and a pop: cannot be told. Cores "
		   "take turns, more real ones would help.");
}

TEST(sentence_names_what_failed)
{
	struct conclusion c = order;
	struct judged j = { .verdict = JUDGED_NONE, .reason = REASON_ONE };

	c.subject[2].fitness = FIT_FAILED;
	CHECK_TEXT(say(&c, &j), "A push and a pop: nothing to compare it with; "
		   "two is left out, it gives wrong answers.");
	j.reason = REASON_NOT_MEASURED;
	CHECK_TEXT(say(&order, &j), "A push and a pop: not measured.");
}

/* ---- ratio ------------------------------------------------------------- */

TEST(sentence_of_a_ratio)
{
	struct judged j = { .verdict = JUDGED_SURE,
			    .figure = { 650, 630, 660 } };

	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: steal takes 0.65 (0.63 "
		   "to 0.66) times as long as loop.");
	j.verdict = JUDGED_TIE;
	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: steal takes as long as "
		   "loop (0.63 to 0.66 times).");
	j.verdict = JUDGED_UNSURE;
	j.reason = REASON_CLOSE;
	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: unsure; steal takes 0.63 "
		   "to 0.66 times as long as loop. Too close for one boot (qc "
		   "run --boots 6).");
	j.figure = (struct span){ 650, 650, 650 };
	j.reason = REASON_DISTURBED; /* of the first one */
	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: unsure; steal takes 0.65 "
		   "times as long as loop. loop was disturbed, a quieter "
		   "machine would help.");
	j.verdict = JUDGED_TIE;
	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: steal takes as long as "
		   "loop (0.65 times).");
	j.verdict = JUDGED_UNSURE;
	j.figure = (struct span){ GATE_NO_ROUND, GATE_NO_ROUND, GATE_NO_ROUND };
	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: cannot be told. loop was "
		   "disturbed, a quieter machine would help.");
	j = (struct judged){ .verdict = JUDGED_NONE, .reason = REASON_NOT_PROVEN,
			     .other = 1, .figure = { GATE_NO_ROUND, GATE_NO_ROUND,
					 GATE_NO_ROUND } };
	CHECK_TEXT(say(&ratio, &j), "On 2 cores, n = 0: steal is not proven "
		   "right.");
}

/* ---- value ------------------------------------------------------------- */

TEST(sentence_of_a_value)
{
	struct judged j = { .verdict = JUDGED_SURE,
			    .figure = { 3680, 3610, 3750 } };

	CHECK_TEXT(say(&value, &j), "A yield takes 3.68 (3.61 to 3.75) times a "
		   "call (published: 2).");
	j.figure = (struct span){ 3680, 3680, 3680 };
	CHECK_TEXT(say(&value, &j), "A yield takes 3.68 times a call "
		   "(published: 2).");
	j.figure = (struct span){ 3680, 3000, GATE_NEVER };
	j.verdict = JUDGED_UNSURE;
	j.reason = REASON_SPREAD;
	CHECK_TEXT(say(&value, &j), "A yield takes 3.00 to never times a call: "
		   "unsure (published: 2). Rounds differ, a quieter machine "
		   "would help.");
	j = (struct judged){ .verdict = JUDGED_NONE, .reason = REASON_FAILED };
	CHECK_TEXT(say(&value, &j), "A yield takes ? times a call: yield gives "
		   "wrong answers (published: 2).");
	j = (struct judged){ .verdict = JUDGED_SURE,
			     .figure = { GATE_NEVER, GATE_NEVER, GATE_NEVER } };
	CHECK_TEXT(say(&value, &j), "a yield never ends (published: 2).");
}

/* ---- limits ------------------------------------------------------------ */

TEST(sentence_is_cut_where_it_does_not_fit)
{
	static char name[2 * SENTENCE_MAX];
	struct conclusion c = order;
	struct judged j = { .verdict = JUDGED_SURE };

	for (unsigned i = 0; i < sizeof(name) - 1; i++)
		name[i] = 'x';
	c.subject[0].name = name;
	say(&c, &j);
	for (unsigned i = 18; i < SENTENCE_MAX - 1; i++)
		CHECK_EQUAL(text[i], 'x');
	CHECK_EQUAL(text[SENTENCE_MAX - 1], 0);
}
