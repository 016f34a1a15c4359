/* SPDX-License-Identifier: MIT */
/* bench/conclusions/conclude.c: whose noise counts, who takes turns, how it is
 * shown; sentence.c: what a sentence may hold. */
#include <string.h>

#include "bench/conclusions/conclude.h"
#include "bench/conclusions/sentence.h"
#include "bench/conditions/noise.h"
#include "bench/conditions/timesharing.h"
#include "bench/report/results.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define ROUNDS 6u

static const int64_t slow[ROUNDS] = { 2000, 2000, 2000, 2000, 2000, 2000 },
	fast[ROUNDS] = { 1000, 1000, 1000, 1000, 1000, 1000 };

static struct conclusion order_on(unsigned cores)
{
	return (struct conclusion){
		.experiment = "lock", .name = "cheapest", .claim = CLAIM_ORDER,
		.fineness = FINE_LOCK_ALONE, .cores = cores, .unit = "ticks",
		.what = "An entry", .superlative = "cheapest", .subjects = 2,
		.subject = { { "tas", FIT, ROUNDS, slow },
			     { "mcs", FIT, ROUNDS, fast } },
	};
}

static bool says(const char *text)
{
	return strstr(fake.record[fake.records - 1], text);
}

/* ---- noise ------------------------------------------------------------- */

/* So many millionths of its time were lost by the core. */
static void lost(unsigned core, uint64_t ppm)
{
	*(struct noise *)noise_worst(core) = (struct noise){
		.watched = 1000000, .gaps = 1, .lost = ppm, .max = ppm };
}

static bool claims(unsigned cores, const char *threshold)
{
	struct conclusion c = order_on(cores);

	conclude(&c);
	return says(threshold);
}

TEST(conclude_claims_less_from_grade_d_on)
{
	lost(0, 100);
	CHECK_EQUAL(noise_grade(noise_worst(0)), 'C');
	CHECK(claims(1, "\"threshold\":5,"));
	lost(0, 1000);
	CHECK_EQUAL(noise_grade(noise_worst(0)), 'D');
	CHECK(claims(1, "\"threshold\":10,"));
}

TEST(conclude_claims_less_if_any_that_took_part_is_poor)
{
	lost(2, 1000);
	CHECK(claims(2, "\"threshold\":5,"));
	CHECK(claims(3, "\"threshold\":10,"));
	CHECK(claims(4, "\"threshold\":10,"));
}

/* ---- virtual cores ----------------------------------------------------- */

/* Orders and ratios of several: the next boot may put them elsewhere. */
TEST(conclude_claims_less_of_several_virtual_cores)
{
	struct conclusion c = order_on(2);

	c.fineness = FINE_CORES;
	CHECK_EQUAL(conclude_threshold(&c), 250);
	fake.facts.hypervisor = "KVM";
	CHECK_EQUAL(conclude_threshold(&c), 500);
	c.claim = CLAIM_RATIO;
	CHECK_EQUAL(conclude_threshold(&c), 500);
	c.claim = CLAIM_VALUE;
	CHECK_EQUAL(conclude_threshold(&c), 250);
	c.claim = CLAIM_CROSSING;
	CHECK_EQUAL(conclude_threshold(&c), 250);
	c.claim = CLAIM_ORDER;
	c.cores = 1;
	CHECK_EQUAL(conclude_threshold(&c), 250);
	c.cores = 2;
	c.fineness = FINE_ONE_CORE;
	CHECK_EQUAL(conclude_threshold(&c), 150);
	c.fineness = FINE_CORES;
	lost(1, 1000);
	CHECK_EQUAL(conclude_threshold(&c), 1000);
}

/* ---- turns ------------------------------------------------------------- */

TEST(conclude_nothing_of_cores_that_take_turns)
{
	struct conclusion c = order_on(2);

	fake.facts.trust = "tcg-icount";
	timesharing_look(2);
	CHECK_EQUAL(conclude(&c), JUDGED_UNSURE);
	CHECK(says("\"reason\":\"turns\""));
	CHECK(says("\"fitness\":[\"turns\",\"turns\"]"));
	c.subject[0].fitness = FIT_FAILED; /* worse than that */
	conclude(&c);
	CHECK(says("\"fitness\":[\"failed\",\"turns\"]"));
	c = order_on(1);
	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	CHECK(!says("\"fitness\":"));
	c = order_on(2);
	c.claim = CLAIM_FACT;
	c.subjects = 1;
	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	CHECK(!says("\"fitness\":"));
}

TEST(conclude_of_cores_that_are_all_there)
{
	struct conclusion c = order_on(2);

	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	CHECK(says("\"record\":\"finding\",\"experiment\":\"lock\","));
	CHECK(says("\"subjects\":[\"tas\",\"mcs\"],\"winners\":[\"mcs\"],"));
}

TEST(conclude_names_what_does_not_fit)
{
	struct figure row = { .rounds = ROUNDS, .round_milli = slow };
	struct conclusion c = { .experiment = "lock", .name = "best",
				.subjects = GATE_SUBJECTS_MAX };

	conclusion_add(&c, "mcs", &row);
	CHECK(says("\"text\":\"lock best: more than 32 subjects, mcs is left "
		   "out\""));
}

TEST(conclude_of_as_many_as_fit)
{
	struct conclusion c = order_on(2);

	for (unsigned s = 2; s < GATE_SUBJECTS_MAX; s++)
		c.subject[s] = c.subject[0];
	c.subjects = GATE_SUBJECTS_MAX;
	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	fake.facts.trust = "tcg-icount";
	timesharing_look(2);
	CHECK_EQUAL(conclude(&c), JUDGED_UNSURE);
	CHECK(says("\"turns\",\"turns\"],\"rounds\":"));
}

/* ---- the line ---------------------------------------------------------- */

TEST(conclude_shows_a_line_with_its_own_indent)
{
	struct conclusion c = order_on(1);

	fake.columns = 40;
	conclude(&c);
	CHECK(strstr(fake.text, "  An entry: mcs is the cheapest, 1.00\n"
		     "    ticks; next tas, 2.00 (2.00 to\n"
		     "    2.00) times that.\n"));
}

TEST(conclude_shows_in_colour_what_is_known)
{
	struct conclusion c = order_on(1);

	conclude(&c);
	CHECK_EQUAL(fake.styled[MACHINE_GOOD], 1);
	CHECK_EQUAL(fake.styled[MACHINE_PLAIN], 1);
	c.subject[0].round = fast; /* a tie is something, too */
	CHECK_EQUAL(conclude(&c), JUDGED_TIE);
	CHECK_EQUAL(fake.styled[MACHINE_GOOD], 2);
	c.subject[0].rounds = 5;
	CHECK_EQUAL(conclude(&c), JUDGED_UNSURE);
	CHECK_EQUAL(fake.styled[MACHINE_DIM], 1);
	CHECK_EQUAL(fake.styled[MACHINE_PLAIN], 3);
}

/* ---- sentences --------------------------------------------------------- */

static const struct judged sure = { .verdict = JUDGED_SURE,
				    .figure = { 5000, 5000, 5000 } };

static const char *tell(const char *what)
{
	static char text[SENTENCE_MAX];
	struct conclusion c = { .claim = CLAIM_VALUE, .what = what,
				.subjects = 1 };

	sentence_write(text, &c, &sure, 50);
	return text;
}

TEST(sentence_has_its_figure_wherever_that_stands)
{
	CHECK_TEXT(tell("%s ticks"), "5.00 ticks.");
	CHECK_TEXT(tell("50 % of the time, %s ticks"),
		   "50 % of the time, 5.00 ticks.");
	CHECK_TEXT(tell("It takes %s"), "It takes 5.00.");
	CHECK_TEXT(tell("It takes "), "It takes 5.00.");
}

TEST(sentence_that_is_too_long_is_cut)
{
	static char what[2 * SENTENCE_MAX];

	memset(what, 'x', sizeof(what) - 1);
	CHECK_EQUAL(strlen(tell(what)), SENTENCE_MAX - 1);
}

TEST(sentence_names_what_failed_and_nothing_else)
{
	static char text[SENTENCE_MAX];
	struct conclusion c = order_on(1);
	struct judged j = { .verdict = JUDGED_SURE, .best = 1, .other = 2,
			    .winners = 2 };

	c.subjects = 3;
	c.subject[0].fitness = FIT_FAILED;
	c.subject[2] = (struct subject){ .name = "ttas" };
	c.subject[3] = (struct subject){ "none", FIT_FAILED, 0, NULL };
	sentence_write(text, &c, &j, 50);
	CHECK(strstr(text, "; tas is left out, it gives wrong answers"));
	CHECK(!strstr(text, "none"));
}

/* The line's first two columns count: with one more a word would not fit. */
TEST(conclude_fills_a_line_to_its_end)
{
	struct conclusion c = order_on(1);

	fake.columns = 44;
	conclude(&c);
	CHECK(strstr(fake.text, " 1.00\n    ticks; next"));
	fake.columns = 45;
	conclude(&c);
	CHECK(strstr(fake.text, " 1.00 ticks;\n    next tas"));
}

TEST(conclude_puts_the_published_figure_beside_ours)
{
	struct conclusion c = order_on(1);

	conclude(&c);
	CHECK(!says("\"published\":"));
	c.published = "222";
	conclude(&c);
	CHECK(says("\"published\":\"222\""));
	CHECK(says(" times that (published: 222).\""));
}
