/* SPDX-License-Identifier: MIT */
/* bench/conclusions/gate.c: which order it calls sure, a tie, unsure, nothing. */
#include "bench/conclusions/gate.h"

#include "tests/unit/bench/conclusions/asked.h"
#include "tests/unit/test.h"

/* ---- order ------------------------------------------------------------- */

TEST(gate_orders_what_lies_apart)
{
	static const struct rounds from[] = {
		STEADY(200), { { 100, 101, 102, 103, 104, 105 } }, STEADY(150),
	};
	struct judged j = judge(CLAIM_ORDER, 3, from);

	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.reason, REASON_NO_REASON);
	CHECK_EQUAL(j.best, 1);
	CHECK_EQUAL(j.other, 2); /* the nearest */
	CHECK_EQUAL(j.winners, 1u << 1);
	CHECK_EQUAL(j.figure.value, 102000);
	CHECK_EQUAL(j.figure.low, 100000);
	CHECK_EQUAL(j.figure.high, 105000);
	CHECK_EQUAL(j.ratio.low, 150 * 1000 / 105);
	CHECK_EQUAL(j.ratio.high, 1500);
}

TEST(gate_calls_a_tie_what_lies_together)
{
	static const struct rounds from[] = {
		STEADY(1000), STEADY(1010), STEADY(2000), STEADY(1020),
	};
	struct judged j = judge(CLAIM_ORDER, 4, from);

	CHECK_EQUAL(j.verdict, JUDGED_TIE);
	CHECK_EQUAL(j.winners, 1u | 2u | 8u);
	CHECK_EQUAL(j.figure.value, 1000000);
	CHECK_EQUAL(j.most, 1020000);
	CHECK_EQUAL(j.other, 1); /* the least low end of those that tie */
	CHECK_EQUAL(j.ratio.low, 1010);
	CHECK_EQUAL(j.ratio.high, 1010);
	CHECK_EQUAL(j.near, 0);
}

/* It is not less: the tie stands. It may be the same: it does not lose. */
TEST(gate_names_what_is_near_a_tie)
{
	static const struct rounds from[] = {
		STEADY(1000), STEADY(1010), STEADY(1040), STEADY(2000),
	};
	struct judged j = judge(CLAIM_ORDER, 4, from);

	CHECK_EQUAL(j.verdict, JUDGED_TIE);
	CHECK_EQUAL(j.winners, 1u | 2u);
	CHECK_EQUAL(j.near, 4u);
	CHECK_EQUAL(j.most, 1010000);
	CHECK_EQUAL(j.other, 1);
}

/* One that may be less leaves the tie open. */
TEST(gate_ties_nothing_under_what_may_be_less)
{
	static const struct rounds from[] = {
		STEADY(1000), STEADY(1010),
		{ { 900, 1100, 1100, 1100, 1100, 1100 } },
	};
	struct judged j = judge(CLAIM_ORDER, 3, from);

	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_SPREAD);
	CHECK_EQUAL(j.other, 2);
	CHECK_EQUAL(j.winners, 0);
}

/* 5 %: more lies above 1050, the same within 1025; between them is neither. */
TEST(gate_keeps_a_gap_between_a_tie_and_an_order)
{
	static const struct { int64_t other; enum judgement verdict; } at[] = {
		{ 1025, JUDGED_TIE }, { 1026, JUDGED_UNSURE },
		{ 1050, JUDGED_UNSURE }, { 1051, JUDGED_SURE },
	};

	for (unsigned i = 0; i < 4; i++) {
		const struct rounds from[] = { STEADY(1000),
					       STEADY(at[i].other) };
		struct judged j = judge(CLAIM_ORDER, 2, from);

		CHECK_EQUAL(j.verdict, at[i].verdict);
		CHECK_EQUAL(j.reason, at[i].verdict == JUDGED_UNSURE ?
			    REASON_CLOSE : REASON_NO_REASON);
	}
}

TEST(gate_is_unsure_where_rounds_differ)
{
	static const struct rounds from[] = {
		STEADY(100), { { 90, 200, 210, 220, 230, 240 } },
	};
	struct judged j = judge(CLAIM_ORDER, 2, from);

	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_SPREAD);
	CHECK_EQUAL(j.winners, 0);
	CHECK_EQUAL(j.other, 1);
}

TEST(gate_pairs_rounds_by_their_index)
{
	/* Both drift alike: each round has the same ratio. */
	static const struct rounds from[] = {
		{ { 100, 200, 300, 400, 500, 600 } },
		{ { 110, 220, 330, 440, 550, 660 } },
	};
	struct judged j = judge(CLAIM_ORDER, 2, from);

	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.ratio.low, 1100);
	CHECK_EQUAL(j.ratio.high, 1100);
}

TEST(gate_asks_for_six_clean_rounds)
{
	static const struct rounds few[] = {
		{ { 100, 100, 100, 100, 100 } }, { { 300, 300, 300, 300, 300 } },
	}, disturbed[] = {
		STEADY(100), { { 300, 300, -1, 300, 300, 300 } },
	};
	struct judged j = judge(CLAIM_ORDER, 2, few);

	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_ROUNDS);
	j = judge(CLAIM_ORDER, 2, disturbed);
	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_DISTURBED);
	CHECK_EQUAL(j.other, 1);
}

/* It may well be the best: nobody else is, then. It is never the best. */
TEST(gate_ranks_nothing_that_is_not_fit)
{
	static const struct rounds from[] = { STEADY(100), STEADY(50),
					      STEADY(300) };
	static const struct { enum fitness is; enum gate_reason reason; } f[] = {
		{ FIT_PLACED, REASON_PLACED },
		{ FIT_DRIFTED, REASON_DRIFTED },
		{ FIT_IN_TURNS, REASON_TURNS },
		{ FIT_NOT_PROVEN, REASON_NOT_PROVEN },
	};

	judge(CLAIM_ORDER, 3, from);
	for (unsigned i = 0; i < sizeof(f) / sizeof(*f); i++) {
		struct judged j;

		subject[1].fitness = f[i].is;
		j = judge_again(CLAIM_ORDER, 3);
		CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
		CHECK_EQUAL(j.reason, f[i].reason);
		CHECK_EQUAL(j.best, 0);
		CHECK_EQUAL(j.other, 1);
	}
	subject[1].fitness = FIT_FAILED;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 3).verdict, JUDGED_SURE);
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 3).winners, 1);
}

/* What surely takes more needs no proof to lose. */
TEST(gate_lets_the_unproven_lose)
{
	static const struct rounds from[] = { STEADY(100), STEADY(300) };
	struct judged j;

	judge(CLAIM_ORDER, 2, from);
	subject[1].fitness = FIT_NOT_PROVEN;
	j = judge_again(CLAIM_ORDER, 2);
	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.winners, 1);
}

TEST(gate_never_ties_with_the_unproven)
{
	static const struct rounds from[] = { STEADY(100), STEADY(100) };

	judge(CLAIM_ORDER, 2, from);
	subject[1].fitness = FIT_NOT_PROVEN;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	subject[0].fitness = FIT_IN_TURNS;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).reason, REASON_TURNS);
}

/* At 5 %: beyond 2.5 % either way, over the whole interval. */
TEST(gate_finds_a_drift_where_no_tie_is)
{
	static const struct { int64_t low, value, high; bool drifted; } d[] = {
		{ 1025, 1030, 1040, false }, { 1026, 1030, 1040, true },
		{ 900, 950, 975, false }, { 900, 950, 974, true },
		{ 900, 1200, 1500, false },
		{ GATE_NO_ROUND, GATE_NO_ROUND, GATE_NO_ROUND, false },
	};

	for (unsigned i = 0; i < sizeof(d) / sizeof(*d); i++) {
		const struct judged j = {
			.figure = { d[i].value, d[i].low, d[i].high } };

		CHECK_EQUAL(gate_drifted(&j, 50), d[i].drifted);
	}
}

TEST(gate_says_nothing_of_nothing)
{
	static const struct rounds from[] = { STEADY(100), STEADY(100) };
	struct judged j = judge(CLAIM_ORDER, 1, from);

	CHECK_EQUAL(j.verdict, JUDGED_NONE);
	CHECK_EQUAL(j.near, 0);
	CHECK_EQUAL(j.reason, REASON_ONE);
	CHECK_EQUAL(j.figure.value, (uint64_t)GATE_NO_ROUND);
	CHECK_EQUAL(judge(CLAIM_ORDER, 0, from).reason, REASON_NOT_MEASURED);
	judge(CLAIM_ORDER, 2, from);
	subject[0].fitness = subject[1].fitness = FIT_NOT_PROVEN;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).verdict, JUDGED_NONE);
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).reason, REASON_NOT_PROVEN);
	subject[0].fitness = subject[1].fitness = FIT_FAILED;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).reason, REASON_FAILED);
	subject[0].fitness = FIT;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).reason, REASON_ONE);
}

/* Zero ticks, where a clock is coarse, have no ratio. */
TEST(gate_divides_by_no_zero)
{
	static const struct rounds from[] = { STEADY(1), STEADY(1) };

	judge(CLAIM_ORDER, 2, from);
	for (unsigned r = 0; r < ROUNDS; r++)
		milli[0][r] = 0;
	CHECK_EQUAL(judge_again(CLAIM_ORDER, 2).verdict, JUDGED_UNSURE);
	CHECK_EQUAL(judge_again(CLAIM_RATIO, 2).verdict, JUDGED_UNSURE);
}

/* So that the record's reader judges the same. */
TEST(gate_judges_what_the_log_says)
{
	static const struct rounds from[] = { STEADY(10), STEADY(10) };
	struct judged j;

	judge(CLAIM_ORDER, 2, from);
	for (unsigned r = 0; r < ROUNDS; r++)
		milli[1][r] = 10254; /* in the log 10.25 */
	j = judge_again(CLAIM_ORDER, 2);
	CHECK_EQUAL(j.verdict, JUDGED_TIE);
	CHECK_EQUAL(j.ratio.high, 1025);
}

TEST(gate_takes_as_many_rounds_as_a_record_holds)
{
	struct subject many[32] = { { .rounds = 50 } };
	struct gate_case it = { CLAIM_ORDER, FIVE_PERCENT, 32, many };

	CHECK_EQUAL(gate_rounds(&it, 0), 12);
	it.subjects = 1;
	CHECK_EQUAL(gate_rounds(&it, 0), 50);
	many[0].rounds = 7;
	CHECK_EQUAL(gate_rounds(&it, 0), 7);
}
