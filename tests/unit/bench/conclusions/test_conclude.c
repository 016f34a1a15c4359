/* SPDX-License-Identifier: MIT */
/* bench/conclusions/conclude.c: the record, the line, the thresholds. */
#include "bench/conclusions/conclude.h"

#include <string.h>

#include "bench/conclusions/summary.h"
#include "bench/conditions/noise.h"
#include "bench/proof/proven.h"
#include "bench/report/results.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define ROUNDS 6u
#define LAST fake.record[fake.records - 1]

static const int64_t slow[ROUNDS] = { 2000, 2000, 2000, 2000, 2000, 2000 },
	fast[ROUNDS] = { 1000, 1000, GATE_NO_ROUND, 1000, 1000, 1000 },
	never[ROUNDS] = { GATE_NEVER, GATE_NEVER, GATE_NEVER, GATE_NEVER,
			  GATE_NEVER, GATE_NEVER };

static struct conclusion order_of(const int64_t *a, const int64_t *b)
{
	return (struct conclusion){
		.experiment = "lock", .name = "cheapest", .claim = CLAIM_ORDER,
		.fineness = FINE_LOCK_ALONE, .cores = 1, .unit = "ticks",
		.what = "An entry", .superlative = "cheapest", .subjects = 2,
		.subject = { { "tas", FIT, ROUNDS, a },
			     { "mcs", FIT, ROUNDS, b } },
	};
}

static bool says(const char *text)
{
	return strstr(LAST, text);
}

TEST(conclude_records_what_it_judges)
{
	static const int64_t half[ROUNDS] = { 1000, 1000, 1000, 1000, 1000,
					      1000 };
	struct conclusion c = order_of(slow, half);

	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	CHECK(says("\"experiment\":\"lock\",\"name\":\"cheapest\","
		   "\"claim\":\"order\",\"unit\":\"ticks\","
		   "\"cores\":1,\"verdict\":\"sure\",\"value\":1,\"low\":1,"
		   "\"high\":1,\"ratio\":2,\"ratio_low\":2,\"ratio_high\":2,"
		   "\"threshold\":5,"
		   "\"subjects\":[\"tas\",\"mcs\"],"
		   "\"winners\":[\"mcs\"],\"rounds\":[[2,2,2,2,2,2],[1,1,1,1,1,1]],"
		   "\"what\":\"An entry\",\"superlative\":\"cheapest\","
		   "\"text\":\"An entry: mcs is the cheapest, 1.00 ticks; "
		   "next tas, 2.00 (2.00 to 2.00) times that.\""));
	CHECK(strstr(fake.text, "  An entry: mcs is the cheapest"));
}

TEST(conclude_says_why_not)
{
	struct conclusion c = order_of(slow, fast);

	c.quiet = true;
	CHECK_EQUAL(conclude(&c), JUDGED_UNSURE);
	CHECK(says("\"verdict\":\"unsure\""));
	CHECK(says("\"reason\":\"disturbed\""));
	CHECK(says("[1,1,null,1,1,1]"));
	CHECK(!says("\"winners\":"));
	CHECK_EQUAL(fake.text_length, 0);
	c.subjects = 1;
	CHECK_EQUAL(conclude(&c), JUDGED_NONE);
	CHECK(says("\"verdict\":\"none\",\"value\":null,\"low\":null,"
		   "\"high\":null,\"reason\":\"one\""));
}

TEST(conclude_records_never)
{
	struct conclusion c = {
		.experiment = "dispatch", .name = "break_even/steal",
		.claim = CLAIM_VALUE, .unit = "iterations", .cores = 1,
		.what = "steal pays from n = %s", .never = "steal never pays",
		.subjects = 1, .subject = { { "steal", FIT, ROUNDS, never } },
	};

	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	CHECK(says("\"value\":null"));
	CHECK(says("[[\"never\",\"never\","));
	CHECK(says("\"what\":\"steal pays from n = %s\","
		   "\"never\":\"steal never pays\","
		   "\"text\":\"steal never pays.\""));
}

/* ---- thresholds -------------------------------------------------------- */

static void claim_each(const char *lock, const char *one, const char *cores)
{
	const char *wanted[] = { [FINE_LOCK_ALONE] = lock,
				 [FINE_ONE_CORE] = one, [FINE_CORES] = cores };
	struct conclusion c = order_of(slow, slow);

	for (unsigned i = 0; i < 3; i++) {
		c.fineness = i;
		CHECK_EQUAL(conclude(&c), JUDGED_TIE);
		CHECK(says(wanted[i]));
	}
}

static void no_complaint(const char *word, const char *reason)
{
	CHECK_TEXT(word, reason);
}

/* A core that loses a millisecond in each hunt is of grade E or worse. */
TEST(conclude_claims_less_on_poor_cores)
{
	char options[] = "gap=1000";

	claim_each("\"threshold\":5,", "\"threshold\":15,",
		   "\"threshold\":25,");
	CHECK(!options_parse(options, no_complaint));
	noise_watch(1, 1, 5000);
	claim_each("\"threshold\":10,", "\"threshold\":30,",
		   "\"threshold\":50,");
}

TEST(conclude_keeps_a_line_of_the_surest_for_the_page)
{
	static const int64_t disturbed[ROUNDS] = {
		GATE_NO_ROUND, GATE_NO_ROUND, GATE_NO_ROUND, GATE_NO_ROUND,
		GATE_NO_ROUND, GATE_NO_ROUND };
	struct conclusion c = {
		.experiment = "lock", .name = "entry", .claim = CLAIM_VALUE,
		.unit = "ticks", .what = "An entry takes %s ticks",
		.quiet = true, .subjects = 1,
		.subject = { { "tas", FIT, ROUNDS, disturbed } } };

	CHECK_EQUAL(summary_line("lock")->rank, BRIEF_NO_ROOM);
	CHECK_EQUAL(conclude(&c), JUDGED_UNSURE);
	CHECK_EQUAL(summary_line("lock")->rank, BRIEF_NOTHING);
	CHECK_TEXT(summary_line("lock")->text, "nothing is concluded: tas was "
		   "disturbed");
	c.subject[0].round = slow;
	CHECK_EQUAL(conclude(&c), JUDGED_SURE);
	CHECK_EQUAL(summary_line("lock")->rank, BRIEF_SURE);
	CHECK(!strncmp(summary_line("lock")->text, "An entry takes 2.00", 19));
}

/* ---- rows and facts ---------------------------------------------------- */

TEST(conclude_takes_rows_as_subjects)
{
	struct figure alone = { .rounds = ROUNDS, .round_milli = slow },
		together = { .rounds = ROUNDS, .round_milli = fast,
			     .together_round_milli = slow },
		unknown = { .rounds = ROUNDS };
	struct conclusion c = { .experiment = "lock", .name = "best" };

	conclusion_add(&c, "none", NULL);
	conclusion_add(&c, "unknown", &unknown);
	CHECK_EQUAL(c.subjects, 0);
	conclusion_add(&c, "tas", &alone);
	conclusion_add(&c, "mcs", &together);
	CHECK_EQUAL(c.subjects, 2);
	CHECK_TEXT(c.subject[0].name, "tas");
	CHECK(c.subject[0].round == slow);
	CHECK(c.subject[1].round == slow);
	CHECK_EQUAL(c.subject[1].rounds, ROUNDS);
	while (c.subjects < GATE_SUBJECTS_MAX)
		conclusion_add(&c, "tas", &alone);
	CHECK_EQUAL(fake.records, 0);
	conclusion_add(&c, "one more", &alone);
	CHECK_EQUAL(c.subjects, GATE_SUBJECTS_MAX);
	CHECK(says("few_findings"));
	CHECK(says("one more is left out"));
}

/* Wrong ones are named, timed or not; the unproven is no winner. */
TEST(conclude_knows_what_was_proven)
{
	struct figure wrong = { .rounds = ROUNDS, .round_milli = slow,
				.proven = DISPROVEN },
		unseen = { .rounds = ROUNDS, .round_milli = slow,
			   .proven = NOT_PROVEN };
	struct conclusion c = { .experiment = "lock", .name = "best" };

	proven_note("lock", "never timed", PROVEN_ON_ANY, DISPROVEN);
	conclusion_add(&c, "wrong", &wrong);
	conclusion_add(&c, "unseen", &unseen);
	conclusion_add(&c, "never timed", NULL);
	CHECK_EQUAL(c.subjects, 3);
	CHECK_EQUAL(c.subject[0].fitness, FIT_FAILED);
	CHECK_EQUAL(c.subject[1].fitness, FIT_NOT_PROVEN);
	CHECK_EQUAL(c.subject[2].fitness, FIT_FAILED);
	CHECK_EQUAL(c.subject[2].rounds, 0);
}

/* It may be the fastest for what several cores find wrong in it. */
TEST(conclude_ranks_nothing_by_the_proof_on_one_core_but_tells_its_figure)
{
	struct figure f = { .experiment = "lock", .primitive = "tas",
			    .cores = 1, .rounds = ROUNDS, .round_milli = slow };
	struct conclusion best = { .experiment = "lock", .name = "best" },
		cost = { .experiment = "lock", .name = "cost",
			 .claim = CLAIM_VALUE };

	proven_note("lock", "tas", 2, NOT_PROVEN);
	conclusion_add(&best, "tas", &f);
	conclusion_add(&cost, "tas", &f);
	CHECK_EQUAL(best.subject[0].fitness, FIT_NOT_PROVEN);
	CHECK_EQUAL(cost.subject[0].fitness, FIT);
}

TEST(conclude_a_fact)
{
	conclude_fact("switch", "memory", 20480000, "bytes",
		      "A fiber takes %s bytes");
	CHECK(says("\"claim\":\"fact\",\"unit\":\"bytes\","
		   "\"cores\":0,\"verdict\":\"sure\",\"value\":20480,"
		   "\"low\":20480,"));
	CHECK(says("\"high\":20480,\"subjects\":[],\"rounds\":[[20480]],"));
	CHECK(says("\"text\":\"A fiber takes 20480 bytes.\""));
}
