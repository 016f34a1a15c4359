/* SPDX-License-Identifier: MIT */
/* bench/conclusions/gate.c at the very bounds of what it asks. */
#include <stddef.h>

#include "bench/conclusions/gate.h"
#include "tests/unit/test.h"

#define MOST 7u
#define FIVE_PERCENT 50u
#define STEADY(x) { x, x, x, x, x, x }
#define NO GATE_NO_ROUND

static int64_t round_of[4][MOST];
static struct subject subject[4];

/* Six rounds of the subject, in thousandths. */
static void took(unsigned s, const int64_t rounds[6])
{
	for (unsigned r = 0; r < 6; r++)
		round_of[s][r] = rounds[r];
	subject[s] = (struct subject){ .name = "", .rounds = 6,
				       .round = round_of[s] };
}
#define TOOK(s, ...) took(s, (const int64_t[6])__VA_ARGS__)

static struct judged judge(enum claim claim, unsigned subjects)
{
	struct gate_case it = { claim, FIVE_PERCENT, subjects, subject };
	struct judged j;

	gate_judge(&it, &j);
	return j;
}

static enum judgement ratio_of(int64_t of_1000)
{
	TOOK(0, STEADY(1000));
	TOOK(1, STEADY(of_1000));
	return judge(CLAIM_RATIO, 2).verdict;
}

TEST(gate_ratio_bounds_below_one)
{
	CHECK_EQUAL(ratio_of(951), JUDGED_SURE);
	CHECK_EQUAL(ratio_of(952), JUDGED_UNSURE); /* 1 / 1.05 */
	CHECK_EQUAL(ratio_of(974), JUDGED_UNSURE);
	CHECK_EQUAL(ratio_of(975), JUDGED_TIE);    /* 1 / 1.025 */
}

TEST(gate_ratio_of_next_to_nothing)
{
	TOOK(0, STEADY(100));
	TOOK(1, STEADY(0));
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_SURE);
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).winners, 2);
	TOOK(0, STEADY(1));
	TOOK(1, STEADY(2));
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_SURE);
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).figure.value, 2000);
	TOOK(0, STEADY(0)); /* nothing is a multiple of that */
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
}

TEST(gate_ratio_is_of_rounds_that_both_have)
{
	TOOK(0, STEADY(1000));
	TOOK(1, STEADY(2000));
	round_of[0][6] = 1; /* no round of it */
	round_of[1][6] = 2000;
	subject[1].rounds = 7;
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).figure.high, 2000);
}

TEST(gate_ratio_that_is_near_is_close_or_spread)
{
	TOOK(0, STEADY(1000));
	TOOK(1, { 1000, 1010, 1020, 1030, 1040, 1050 });
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_CLOSE);
	TOOK(1, { 1000, 1010, 1020, 1030, 1040, 1051 });
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_SPREAD);
}

/* Whichever of the two it is. */
TEST(gate_ratio_asks_both)
{
	for (unsigned s = 0; s < 2; s++) {
		TOOK(0, STEADY(1000));
		TOOK(1, STEADY(3000));
		subject[s].fitness = FIT_IN_TURNS;
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_TURNS);
		subject[s].fitness = FIT_FAILED;
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_NONE);
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_FAILED);
		subject[s].fitness = FIT;
		subject[s].rounds = 0;
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_NOT_MEASURED);
	}
}

/* Each has six clean rounds, but not the same ones. */
TEST(gate_asks_for_six_pairs)
{
	TOOK(0, { NO, 1000, 1000, 1000, 1000, 1000 });
	TOOK(1, { 3000, NO, 3000, 3000, 3000, 3000 });
	for (unsigned s = 0; s < 2; s++) {
		subject[s].rounds = 7;
		round_of[s][6] = 1000 + 2000 * s;
	}
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).reason, REASON_DISTURBED);
	CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_DISTURBED);
}

/* Six rounds are clean in both; five of them have a ratio. */
TEST(gate_does_not_call_disturbed_what_is_never_reached)
{
	static const int64_t none[] = { GATE_NEVER, 0 };

	for (unsigned i = 0; i < 2; i++) {
		TOOK(0, STEADY(1000));
		TOOK(1, STEADY(3000));
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_SURE);
		round_of[0][2] = none[i];
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_NO_RATIO);
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).other, 1);
		round_of[1][3] = NO;
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).reason, REASON_DISTURBED);
	}
	TOOK(0, STEADY(1000));
	TOOK(1, STEADY(3000));
	round_of[1][2] = GATE_NEVER;
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).reason, REASON_NO_RATIO);
}

TEST(gate_ratio_names_the_one_that_is_not_fit)
{
	for (unsigned s = 0; s < 2; s++) {
		TOOK(0, STEADY(1000));
		TOOK(1, STEADY(3000));
		subject[s].fitness = FIT_NOT_PROVEN;
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).other, s);
		subject[s].fitness = FIT;
		round_of[s][2] = NO;
		CHECK_EQUAL(judge(CLAIM_RATIO, 2).other, s);
	}
}

TEST(gate_value_asks_for_six_clean_rounds)
{
	TOOK(0, { 1000, 1000, NO, 1000, 1000, 1000 });
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).reason, REASON_DISTURBED);
	TOOK(0, STEADY(1000));
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).verdict, JUDGED_SURE);
}

TEST(gate_value_bounds)
{
	TOOK(0, { 1000, 1050, 1050, 1050, 1050, 1050 });
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).verdict, JUDGED_SURE);
	TOOK(0, { 999, 1050, 1050, 1050, 1050, 1050 });
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).verdict, JUDGED_UNSURE);
	TOOK(0, { 1000, 1000, 1000, 1000, 1000, 1050 });
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).verdict, JUDGED_SURE);
	TOOK(0, { 1000, 1000, 1000, 1000, 1000, 1051 });
	CHECK_EQUAL(judge(CLAIM_VALUE, 1).verdict, JUDGED_UNSURE);
}

/* ---- order ------------------------------------------------------------- */

TEST(gate_orders_only_what_has_clean_rounds)
{
	TOOK(0, STEADY(300));
	TOOK(1, { 100, 100, NO, 100, 100, 100 });
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).best, 0);
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).other, 1);
}

TEST(gate_where_none_is_fit_names_the_least)
{
	TOOK(0, STEADY(NO));
	TOOK(1, STEADY(300));
	TOOK(2, STEADY(100));
	TOOK(3, STEADY(50));
	subject[1].fitness = subject[2].fitness = FIT_IN_TURNS;
	subject[3].fitness = FIT_FAILED;
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).reason, REASON_TURNS);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).best, 2);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).other, 2);
}

TEST(gate_where_all_is_disturbed_says_so)
{
	TOOK(0, STEADY(NO));
	TOOK(1, STEADY(NO));
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).reason, REASON_DISTURBED);
}

TEST(gate_speaks_of_the_first_of_equals)
{
	TOOK(0, STEADY(100));
	TOOK(1, STEADY(200));
	TOOK(2, STEADY(200));
	CHECK_EQUAL(judge(CLAIM_ORDER, 3).verdict, JUDGED_SURE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 3).other, 1);
}

TEST(gate_ties_whoever_it_is)
{
	TOOK(0, STEADY(1010));
	TOOK(1, STEADY(2000));
	TOOK(2, STEADY(2000));
	TOOK(3, STEADY(1000));
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).verdict, JUDGED_TIE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).winners, 1u | 8u);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).most, 1010);
	TOOK(0, STEADY(1000));
	TOOK(3, STEADY(1010));
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).verdict, JUDGED_TIE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).other, 3);
	CHECK_EQUAL(judge(CLAIM_ORDER, 4).most, 1010);
}

TEST(gate_order_that_is_only_near_is_close_or_spread)
{
	TOOK(0, STEADY(1000));
	TOOK(1, { 1030, 1033, 1036, 1039, 1042, 1045 });
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).reason, REASON_CLOSE);
	TOOK(1, { 1030, 1033, 1036, 1039, 1042, 1100 });
	CHECK_EQUAL(judge(CLAIM_ORDER, 2).reason, REASON_SPREAD);
}
