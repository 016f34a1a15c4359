/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/mixed.c: how fast the rounds of a load were. */
#define inject_mixed apart_mixed
#include "bench/experiments/inject/mixed.c"

#include "tests/unit/test.h"

TEST(inject_load_of_which_no_round_settled_has_no_speed)
{
	static struct inject_figures f = { .rounds = 3 };

	for (unsigned r = 0; r < 3; r++)
		f.round[INJECT_THOUSAND][r] = QUANTITY_NONE;
	CHECK_EQUAL(tasks_milli(&f), 0);
	f.round[INJECT_THOUSAND][1] = 500;
	CHECK_EQUAL(tasks_milli(&f), 2000000);
}
