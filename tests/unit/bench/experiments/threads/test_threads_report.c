/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/report.c: the rows of a curve. */
#define threads_record apart_threads_record
#define threads_show apart_threads_show
#include "bench/experiments/threads/report.c"

#include "tests/unit/test.h"

/* Behind them lies what another design left. */
TEST(threads_rounds_are_those_of_the_curve_s_points)
{
	static struct threads_curve curve = { .points = 2 };
	int64_t value[4 + THREADS_COLUMNS];

	curve.point[0].rounds = 3;
	curve.point[1].rounds = 2;
	curve.point[2].rounds = 9;
	curve.point[1].k = 7;
	CHECK_EQUAL(count_rounds(&curve), 5);
	fill_round(&curve, 4, value);
	CHECK_EQUAL(value[0], 7);
	CHECK_EQUAL(value[2], 1);
}
