/* SPDX-License-Identifier: MIT */
/* bench/conclusions/gate.c: ratios, values and facts. */
#include "bench/conclusions/gate.h"

#include "tests/unit/bench/conclusions/asked.h"
#include "tests/unit/test.h"

/* ---- ratio ------------------------------------------------------------- */

TEST(gate_tells_a_ratio_either_way)
{
	static const struct rounds more[] = { STEADY(100), STEADY(200) },
		less[] = { STEADY(100), STEADY(50) },
		same[] = { STEADY(100), STEADY(98) },
		close[] = { STEADY(100), STEADY(96) };
	struct judged j = judge(CLAIM_RATIO, 2, more);

	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.winners, 1);
	CHECK_EQUAL(j.figure.value, 2000);
	j = judge(CLAIM_RATIO, 2, less);
	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.winners, 2);
	CHECK_EQUAL(j.figure.value, 500);
	j = judge(CLAIM_RATIO, 2, same);
	CHECK_EQUAL(j.verdict, JUDGED_TIE);
	CHECK_EQUAL(j.winners, 3);
	j = judge(CLAIM_RATIO, 2, close);
	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_CLOSE);
	CHECK_EQUAL(j.winners, 0);
}

TEST(gate_tells_no_ratio_of_the_unfit)
{
	static const struct rounds from[] = { STEADY(100), STEADY(200) };

	judge(CLAIM_RATIO, 2, from);
	subject[0].fitness = FIT_IN_TURNS;
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).reason, REASON_TURNS);
	subject[0].fitness = FIT;
	subject[1].fitness = FIT_NOT_PROVEN;
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).verdict, JUDGED_NONE);
	subject[1].fitness = FIT_FAILED;
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).reason, REASON_FAILED);
	subject[1].fitness = FIT;
	subject[1].rounds = 0;
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).reason, REASON_NOT_MEASURED);
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).verdict, JUDGED_NONE);
}

/* ---- value ------------------------------------------------------------- */

TEST(gate_is_sure_of_a_value_within_the_threshold)
{
	static const struct rounds sure[] = { { { 1000, 1000, 1000, 1000, 1000,
						  1050 } } },
		above[] = { { { 1000, 1000, 1000, 1000, 1000, 1051 } } },
		below[] = { { { 953, 1000, 1000, 1000, 1000, 1000 } } },
		too_low[] = { { { 952, 1000, 1000, 1000, 1000, 1000 } } };
	struct judged j = judge(CLAIM_VALUE, 1, sure);

	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.figure.value, 1000000);
	CHECK_EQUAL(j.figure.high, 1050000);
	j = judge(CLAIM_VALUE, 1, above);
	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_SPREAD);
	CHECK_EQUAL(judge(CLAIM_VALUE, 1, below).verdict, JUDGED_SURE);
	CHECK_EQUAL(judge(CLAIM_VALUE, 1, too_low).verdict, JUDGED_UNSURE);
}

TEST(gate_is_sure_of_never_only_where_all_rounds_are)
{
	static const struct rounds all[] = { STEADY(-2) },
		once[] = { { { 100, -2, -2, -2, -2, -2 } } },
		last[] = { { { 100, 100, 100, 100, 100, -2 } } };
	struct judged j = judge(CLAIM_VALUE, 1, all);

	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.figure.value, GATE_NEVER);
	j = judge(CLAIM_VALUE, 1, once);
	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.figure.low, 100000);
	CHECK_EQUAL(j.figure.high, GATE_NEVER);
	CHECK_EQUAL(judge(CLAIM_VALUE, 1, last).verdict, JUDGED_UNSURE);
}

TEST(gate_knows_values_below_zero)
{
	static const struct rounds from[] = { STEADY(1) };

	judge(CLAIM_VALUE, 1, from);
	for (unsigned r = 0; r < ROUNDS; r++)
		milli[0][r] = -1000000 - 9000 * (int64_t)r;
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).verdict, JUDGED_SURE);
	milli[0][5] = -1100000;
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).verdict, JUDGED_UNSURE);
	milli[0][5] = 1000000;
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).verdict, JUDGED_UNSURE);
}

TEST(gate_shows_what_few_rounds_said)
{
	static const struct rounds few[] = { { { 100, 120, 140 } } };
	struct judged j = judge(CLAIM_VALUE, 1, few);

	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_ROUNDS);
	CHECK_EQUAL(j.figure.low, 100000);
	CHECK_EQUAL(j.figure.value, 120000);
	CHECK_EQUAL(j.figure.high, 140000);
}

TEST(gate_tells_no_value_of_the_unfit)
{
	static const struct rounds from[] = { STEADY(100) };

	judge(CLAIM_VALUE, 1, from);
	subject[0].fitness = FIT_IN_TURNS;
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).reason, REASON_TURNS);
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).verdict, JUDGED_UNSURE);
	subject[0].fitness = FIT_NOT_PROVEN;
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).verdict, JUDGED_NONE);
	subject[0].fitness = FIT_FAILED;
	CHECK_EQUAL(judge_again(CLAIM_VALUE, 1).verdict, JUDGED_NONE);
}

/* ---- fact -------------------------------------------------------------- */

TEST(gate_passes_a_fact)
{
	static const struct rounds from[] = { { { 20480 } } },
		none[] = { { { -1 } } };
	struct judged j = judge(CLAIM_FACT, 1, from);

	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.figure.low, 20480000);
	CHECK_EQUAL(j.figure.value, 20480000);
	CHECK_EQUAL(j.figure.high, 20480000);
	j = judge(CLAIM_FACT, 1, none);
	CHECK_EQUAL(j.verdict, JUDGED_NONE);
	CHECK_EQUAL(j.reason, REASON_NOT_MEASURED);
}

TEST(gate_says_nothing_of_nobody)
{
	subject[0] = subject[1] = (struct subject){ 0 };
	CHECK_EQUAL(judge(CLAIM_RATIO, 0, NULL).reason, REASON_NOT_MEASURED);
	CHECK_EQUAL(judge(CLAIM_VALUE, 0, NULL).reason, REASON_NOT_MEASURED);
	CHECK_EQUAL(judge(CLAIM_FACT, 0, NULL).reason, REASON_NOT_MEASURED);
}
