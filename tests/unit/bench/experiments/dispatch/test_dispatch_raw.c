/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/raw.c: what a pass with stamps leaves in the log. */
#include <stdlib.h>

#include "bench/experiments/dispatch/raw.h"
#include "bench/harness/raw.h"
#include "tests/unit/test.h"

static unsigned series, rows[2];
static int64_t told[2][2][5]; /* of each series its first two rows */

static void keep_series(const struct series_record *s)
{
	for (unsigned r = 0; r < s->rows && r < 2; r++)
		s->row(s->of, r, told[series % 2][r]);
	rows[series++ % 2] = s->rows;
}

#define raw_series keep_series
#define dispatch_write_body apart_raw_body
#define dispatch_write_wall apart_raw_wall
#define dispatch_write_stamps apart_raw_stamps
#define dispatch_write_rounds apart_raw_rounds
#define dispatch_write_first apart_raw_first
#include "bench/experiments/dispatch/raw.c"

TEST(dispatch_stamps_are_told_with_the_work_of_their_round)
{
	static struct dispatch_sample sample[2] = { { 1, 10 }, { 2, 20 } };
	const struct dispatch_subject subject = { .name = "played" };
	struct dispatch_cell c = { .subject = &subject, .cores = 1, .n = 5,
				   .tasks = 2, .work_sum = 77, .workers = 1,
				   .wall = 99,
				   .summary = { .n = 2 } };

	dispatch_order.worker = aligned_alloc(MACHINE_LINE_PAIR,
					      sizeof(struct dispatch_worker));
	dispatch_order.worker[0] = (struct dispatch_worker){
		.tasks = 3, .sample = sample };
	apart_raw_stamps(&c, 4);
	CHECK_EQUAL(series, 0); /* they are not kept */
	c.kept = true;
	apart_raw_stamps(&c, 4);
	CHECK_EQUAL(series, 2);
	CHECK_EQUAL(rows[0], 2);
	CHECK_EQUAL(told[0][1][0], 0);
	CHECK_EQUAL(told[0][1][1], 4);
	CHECK_EQUAL(told[0][1][2], 20);
	CHECK_EQUAL(rows[1], 1);
	CHECK_EQUAL(told[1][0][0], 4);
	CHECK_EQUAL(told[1][0][1], 2);
	CHECK_EQUAL(told[1][0][2], 77);
	CHECK_EQUAL(told[1][0][3], 1);
	CHECK_EQUAL(told[1][0][4], 99);
	free(dispatch_order.worker);
}
