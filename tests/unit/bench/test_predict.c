/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/predict.c: which side bounds a task's time. */
#include "bench/experiments/dispatch/predict.h"
#include "tests/unit/test.h"

static const struct dispatch_parts parts = {
	.submit_milli = 7000, .run_milli = 8000, .start = 50000,
	.handed_milli = 2000 };

/* Of a million tasks the start is not seen. */
static struct prediction of(enum dispatch_way way, unsigned cores,
			    int64_t body_milli, int64_t away)
{
	return (struct prediction){
		.way = way, .cores = cores, .parts = &parts, .wide = &parts,
		.body_milli = body_milli, .away = away, .tasks = 1000000000 };
}

static int64_t predicted(enum dispatch_way way, unsigned cores,
			 int64_t body_milli, int64_t away)
{
	struct prediction p = of(way, cores, body_milli, away);

	return predict_wall_milli(&p);
}

TEST(predict_one_core_does_all)
{
	CHECK_EQUAL(predicted(DISPATCH_APART, 1, 0, 0), 15000);
	CHECK_EQUAL(predicted(DISPATCH_APART, 1, 70000, 0), 85000);
	CHECK_EQUAL(predicted(DISPATCH_QUEUE, 1, 70000, 0), 85000);
}

TEST(predict_one_core_is_never_wide)
{
	struct dispatch_parts wide = { .handed_milli = 900000000 };
	struct prediction p = of(DISPATCH_QUEUE, 1, 70000, 0);

	p.wide = &wide;
	CHECK_EQUAL(predict_wall_milli(&p), 85000);
	p.away = 500;
	CHECK_EQUAL(predict_wall_milli(&p), 85000);
}

TEST(predict_the_slower_side_bounds_both)
{
	/* 7 + 0.5 x 108 against 0.5 x 108. */
	CHECK_EQUAL(predicted(DISPATCH_APART, 2, 100000, 500), 61000);
	/* 7 + 0.1 x 108 against 0.9 x 108. */
	CHECK_EQUAL(predicted(DISPATCH_APART, 2, 100000, 900), 97200);
	/* Three others share what the one had: 17.8 against 32.4. */
	CHECK_EQUAL(predicted(DISPATCH_APART, 4, 100000, 900), 32400);
	/* All go away: core 0 still submits. */
	CHECK_EQUAL(predicted(DISPATCH_APART, 4, 0, 1000), 7000);
}

TEST(predict_what_is_sent_pays_for_its_share_of_the_lines)
{
	CHECK_EQUAL(predicted(DISPATCH_SENT, 2, 100000, 500), 62000);
	CHECK_EQUAL(predicted(DISPATCH_SENT, 2, 100000, 0), 115000);
}

TEST(predict_contention_takes_the_sides_place)
{
	struct dispatch_parts slow = parts;
	struct prediction p = of(DISPATCH_QUEUE, 2, 0, 500);

	slow.handed_milli = 90000;
	p.parts = p.wide = &slow;
	CHECK_EQUAL(predict_wall_milli(&p), 90000);
	p.way = DISPATCH_DEQUE;
	CHECK_EQUAL(predict_wall_milli(&p), 90000);
	p.away = 0; /* nobody came */
	CHECK_EQUAL(predict_wall_milli(&p), 15000);
}

TEST(predict_a_run_that_is_wide_for_a_part_mixes_both)
{
	struct dispatch_parts wide = parts;
	struct prediction p = of(DISPATCH_DEQUE, 2, 0, 250);

	/* Half of the tasks ran while it was wide. */
	wide.handed_milli = 35000;
	p.wide = &wide;
	CHECK_EQUAL(predict_wall_milli(&p), 25000);
	p.away = 500;
	CHECK_EQUAL(predict_wall_milli(&p), 35000);
	p.away = 0;
	CHECK_EQUAL(predict_wall_milli(&p), 15000);
}

TEST(predict_tasks_share_the_start)
{
	struct prediction p = of(DISPATCH_APART, 1, 0, 0);

	p.tasks = 1000;
	CHECK_EQUAL(predict_wall_milli(&p), 65000);
}
