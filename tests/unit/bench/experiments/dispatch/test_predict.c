/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/predict.c: which side bounds a task's time. */
#include "bench/experiments/dispatch/predict.h"

#include "tests/unit/test.h"

#define MANY 1000000000u /* tasks: their share of the start is not seen */

static const struct dispatch_parts parts = {
	.submit_milli = 7000, .run_milli = 8000, .start = 50000,
	.handed_milli = 2000 };
/* Contended, and at another width. */
static const struct dispatch_parts slow = {
	.submit_milli = 7000, .run_milli = 8000, .start = 50000,
	.handed_milli = 90000 };
static const struct dispatch_parts wide = {
	.submit_milli = 7000, .run_milli = 8000, .start = 50000,
	.handed_milli = 35000 };

TEST(predict_the_slower_side_bounds_both)
{
	static const struct {
		enum dispatch_way way;
		unsigned cores;
		const struct dispatch_parts *parts, *wide;
		int64_t body_milli, away;
		uint64_t tasks;
		int64_t milli;
	} rows[] = {
#define APART DISPATCH_APART
#define SENT DISPATCH_SENT
#define QUEUE DISPATCH_QUEUE
#define DEQUE DISPATCH_DEQUE
		/* One core does all, and is never wide. */
		{ APART, 1, &parts, &parts, 0, 0, MANY, 15000 },
		{ APART, 1, &parts, &parts, 70000, 0, MANY, 85000 },
		{ QUEUE, 1, &parts, &parts, 70000, 0, MANY, 85000 },
		{ QUEUE, 1, &parts, &slow, 70000, 0, MANY, 85000 },
		{ QUEUE, 1, &parts, &slow, 70000, 500, MANY, 85000 },
		/* 7 + 0.5 x 108 against 0.5 x 108. */
		{ APART, 2, &parts, &parts, 100000, 500, MANY, 61000 },
		/* 7 + 0.1 x 108 against 0.9 x 108, which three others share. */
		{ APART, 2, &parts, &parts, 100000, 900, MANY, 97200 },
		{ APART, 4, &parts, &parts, 100000, 900, MANY, 32400 },
		/* All go away: core 0 still submits. */
		{ APART, 4, &parts, &parts, 0, 1000, MANY, 7000 },
		/* What is sent pays for its share of the lines. */
		{ SENT, 2, &parts, &parts, 100000, 500, MANY, 62000 },
		{ SENT, 2, &parts, &parts, 100000, 0, MANY, 115000 },
		/* Contention takes the sides' place, if anybody came. */
		{ QUEUE, 2, &slow, &slow, 0, 500, MANY, 90000 },
		{ DEQUE, 2, &slow, &slow, 0, 500, MANY, 90000 },
		{ DEQUE, 2, &slow, &slow, 0, 0, MANY, 15000 },
		/* Half of the tasks ran while it was wide; all; none. */
		{ DEQUE, 2, &parts, &wide, 0, 250, MANY, 25000 },
		{ DEQUE, 2, &parts, &wide, 0, 500, MANY, 35000 },
		{ DEQUE, 2, &parts, &wide, 0, 0, MANY, 15000 },
		/* Tasks share the start. */
		{ APART, 1, &parts, &parts, 0, 0, 1000, 65000 },
	};

	EACH_ROW(i, rows) {
		CHECK_EQUAL(predict_wall_milli(&(struct prediction){
			.way = rows[i].way, .cores = rows[i].cores,
			.parts = rows[i].parts, .wide = rows[i].wide,
			.body_milli = rows[i].body_milli,
			.away = rows[i].away, .tasks = rows[i].tasks }),
			rows[i].milli);
	}
}
