/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/series.c: the samples of all workers, in the order
 * of their times. */
#include <stdlib.h>

#include "bench/report/series_record.h"

#define dispatch_first_samples apart_first_samples
#define dispatch_quantiles apart_quantiles
#define dispatch_decisions apart_decisions
#define dispatch_first_distance apart_first_distance
#define dispatch_whole_run apart_whole_run
#include "bench/experiments/dispatch/dispatch.h"

static void keep_series(const struct series_record *series);

#define record_series keep_series
#include "bench/experiments/dispatch/series.c"

#include "tests/unit/test.h"

#define CORES 2u
#define ROWS_MOST 6u

static unsigned rows;
static int64_t told[ROWS_MOST][3];

static void keep_series(const struct series_record *s)
{
	rows = s->rows;
	for (unsigned r = 0; r < s->rows && CHECK(r < ROWS_MOST); r++)
		s->row(s->of, r, told[r]);
}

/* As many workers as there are cores: behind them is no memory of ours. */
static void work(void)
{
	static struct dispatch_sample early[2] = { { 1, 10 }, { 5, 50 } },
				      late[2] = { { 2, 20 }, { 4, 40 } };

	dispatch_order.worker = aligned_alloc(
		MACHINE_LINE_PAIR, CORES * sizeof(struct dispatch_worker));
	dispatch_order.worker[0] = (struct dispatch_worker){
		.tasks = 3, .sample = early };
	dispatch_order.worker[1] = (struct dispatch_worker){
		.tasks = 3, .sample = late };
}

TEST(dispatch_first_samples_stand_in_the_order_of_their_times)
{
	static const int64_t worker[] = { 0, 1, 1, 0 };
	const struct dispatch_subject subject = { .name = "played" };
	const struct dispatch_cell c = { .subject = &subject, .kept = true,
					 .cores = CORES, .n = 5 };

	work();
	apart_first_samples(&c, ROWS_MOST);
	CHECK_EQUAL(rows, 4);
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQUAL(told[i][0], i);
		CHECK_EQUAL(told[i][1], worker[i]);
	}
	CHECK_EQUAL(told[0][2], 10);
	CHECK_EQUAL(told[3][2], 50);
	apart_first_samples(&c, 3);
	CHECK_EQUAL(rows, 3);
	free(dispatch_order.worker);
}

/* 10, 20, 40, 50 in the order of time: of each half the least and the greatest;
 * of all of them the ends. */
TEST(dispatch_whole_run_keeps_the_tails_of_each_stretch)
{
	static const int64_t index[] = { 0, 1, 2, 3 };
	const struct dispatch_subject subject = { .name = "played" };
	struct dispatch_cell c = { .subject = &subject, .kept = true,
				   .cores = CORES, .n = 5,
				   .summary = { .n = 4 } };

	work();
	apart_whole_run(&c, 4);
	CHECK_EQUAL(rows, 4);
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQUAL(told[i][0], index[i]);
	dispatch_order.worker[1].sample[0].ticks = 990;
	dispatch_order.worker[1].sample[1].ticks = -5;
	apart_whole_run(&c, 2);
	CHECK_EQUAL(rows, 2);
	CHECK_EQUAL(told[0][0], 1);
	CHECK_EQUAL(told[0][1], 1);
	CHECK_EQUAL(told[0][2], 990);
	CHECK_EQUAL(told[1][0], 2);
	CHECK_EQUAL(told[1][2], -5);
	rows = 99;
	c.kept = false;
	apart_whole_run(&c, 4);
	CHECK_EQUAL(rows, 99);
	free(dispatch_order.worker);
}
