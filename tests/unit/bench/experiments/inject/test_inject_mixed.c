/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/mixed.c: how fast the rounds of a load were. */
#define inject_mixed apart_mixed
#include "bench/experiments/inject/mixed.c"

#include "tests/unit/test.h"

TEST(inject_load_of_which_no_round_settled_has_no_speed)
{
	static struct inject_figures f = { .rounds = 3 };

	for (unsigned r = 0; r < 3; r++)
		f.round[INJECT_THOUSAND][r] = GATE_NO_ROUND;
	CHECK_EQUAL(tasks_milli(&f), 0);
	f.round[INJECT_THOUSAND][1] = 500;
	CHECK_EQUAL(tasks_milli(&f), 2000000);
}

static void takes(struct sweep *s, unsigned subject, int64_t thousand)
{
	s->figures[subject].rounds = 1;
	s->figures[subject].round[INJECT_THOUSAND][0] = thousand;
}

/* Never the one that climbs, however fast it is. */
TEST(inject_best_pool_is_the_smallest_of_those_nearly_as_fast)
{
	static struct sweep s;

	takes(&s, CLIMB, 1);
	CHECK_EQUAL(best_fixed(&s), 1); /* of none a round settled */
	takes(&s, 1, 1000000);
	takes(&s, 2, 100000);
	takes(&s, 3, 99500);
	CHECK_EQUAL(best_fixed(&s), 2);
	takes(&s, INJECT_SWEEP, 98000);
	CHECK_EQUAL(best_fixed(&s), INJECT_SWEEP);
}
