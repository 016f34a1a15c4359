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

#define NOBODY_S 424242 /* behind a row */

/* All columns of a row, and not a word more. */
TEST(threads_rows_have_their_columns)
{
	static struct threads_curve curve = { .points = 1 };
	struct threads_point *p = &curve.point[0];
	int64_t value[4 + THREADS_COLUMNS + 1];

	p->rounds = 2;
	p->k = 3;
	p->tasks = 40;
	p->workers = 5;
	p->stack_kib = 16;
	for (unsigned c = 0; c < THREADS_COLUMNS; c++)
		p->round[c][0] = p->round[c][1] = 100 + c;
	value[3 + THREADS_COLUMNS] = value[4 + THREADS_COLUMNS] = NOBODY_S;
	fill_round(&curve, 1, value);
	CHECK_EQUAL(value[0], 3);
	CHECK_EQUAL(value[2], 1);
	for (unsigned c = 0; c < THREADS_COLUMNS; c++)
		CHECK_EQUAL(value[3 + c], 100 + c);
	CHECK_EQUAL(value[3 + THREADS_COLUMNS], NOBODY_S);
	fill_point(&curve, 0, value);
	CHECK_EQUAL(value[0], 3);
	CHECK_EQUAL(value[1], 40);
	CHECK_EQUAL(value[2], 5);
	CHECK_EQUAL(value[3], 16);
	for (unsigned c = 0; c < THREADS_COLUMNS; c++)
		CHECK_EQUAL(value[4 + c], 100 + c);
	CHECK_EQUAL(value[4 + THREADS_COLUMNS], NOBODY_S);
}
