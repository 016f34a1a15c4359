/* SPDX-License-Identifier: MIT */
/* bench/conclusions/gate.c: from which length on one takes less. */
#include "bench/conclusions/gate.h"
#include "tests/unit/test.h"

#define ROUNDS 6u
#define MILLI 1000

static int64_t loop[ROUNDS], pool[ROUNDS], alike[ROUNDS];
static struct subject subject[3];

static struct judged judge(void)
{
	struct gate_case it = { CLAIM_CROSSING, 250, 3, subject };
	struct judged j;

	gate_judge(&it, &j);
	return j;
}

/* The loop takes less up to 50 .. 55, the pool from 501 .. 506 on. */
static void draw(void)
{
	for (int64_t r = 0; r < ROUNDS; r++) {
		loop[r] = (50 + r) * MILLI;
		pool[r] = (506 - r) * MILLI;
		alike[r] = (100 + r) * MILLI;
	}
	subject[0] = (struct subject){ "loop", FIT, ROUNDS, loop };
	subject[1] = (struct subject){ "pool", FIT, ROUNDS, pool };
	subject[2] = (struct subject){ "break-even", FIT, ROUNDS, alike };
}

static void draw_never(int64_t *rounds, unsigned n)
{
	for (unsigned r = 0; r < n; r++)
		rounds[r] = GATE_NEVER;
}

TEST(crossing_lies_between_what_is_sure_of_both)
{
	struct judged j;

	draw();
	j = judge();
	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.reason, REASON_NO_REASON);
	CHECK_EQUAL(j.figure.low, 50 * MILLI);
	CHECK_EQUAL(j.figure.value, 102 * MILLI);
	CHECK_EQUAL(j.figure.high, 506 * MILLI);
}

TEST(crossing_is_unsure_where_it_is_never_surely_reached)
{
	struct judged j;

	draw();
	draw_never(pool, 1);
	j = judge();
	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_SPREAD); /* in one round of six */
	draw_never(pool, ROUNDS);
	j = judge();
	CHECK_EQUAL(j.verdict, JUDGED_UNSURE);
	CHECK_EQUAL(j.reason, REASON_CLOSE);
}

TEST(crossing_is_surely_never_where_the_other_always_takes_less)
{
	struct judged j;

	draw();
	draw_never(loop, ROUNDS);
	draw_never(pool, ROUNDS);
	draw_never(alike, ROUNDS);
	j = judge();
	CHECK_EQUAL(j.verdict, JUDGED_SURE);
	CHECK_EQUAL(j.figure.value, GATE_NEVER);
	CHECK_EQUAL(j.figure.low, GATE_NEVER);
}

TEST(crossing_takes_both_sides_fitness)
{
	for (unsigned s = 0; s < 2; s++) {
		draw();
		subject[s].fitness = FIT_IN_TURNS;
		CHECK_EQUAL(judge().verdict, JUDGED_UNSURE);
		CHECK_EQUAL(judge().reason, REASON_TURNS);
		subject[s].fitness = FIT_NOT_PROVEN;
		CHECK_EQUAL(judge().verdict, JUDGED_NONE);
		CHECK_EQUAL(judge().reason, REASON_NOT_PROVEN);
		subject[s].fitness = FIT;
		subject[s].rounds = 5;
		CHECK_EQUAL(judge().verdict, JUDGED_UNSURE);
		CHECK_EQUAL(judge().reason, REASON_ROUNDS);
	}
}
