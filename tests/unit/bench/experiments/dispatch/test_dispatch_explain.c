/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/explain.c: how much of a round is explained. */
#include "bench/conditions/disturbed.h"

#define dispatch_time_parts apart_time_parts
#define dispatch_explain_cell apart_explain_cell
#define dispatch_record_explained apart_record_explained
#include "bench/experiments/dispatch/explain.c"

#include "tests/unit/test.h"

static struct dispatch_cell cell[3];

/* Of a round of three lengths, what is left at each; the third is disturbed,
 * and of two the lesser is the median. */
static int64_t explained(int64_t first, int64_t second)
{
	const int64_t left[] = { first, second, 1 };
	struct lengths of = { .count = 3 };

	for (unsigned i = 0; i < of.count; i++) {
		cell[i].round_left_milli[0] = left[i];
		cell[i].left_disturbed[0] = i == 2 ? DISTURBED_PAUSE : 0;
		of.cell[i] = &cell[i];
	}
	return explained_in_round(&of, 0);
}

TEST(dispatch_parts_explain_what_is_not_left_above_or_below)
{
	CHECK_EQUAL(explained(10000, 20000), 90000);
	CHECK_EQUAL(explained(-10000, -20000), 90000);
}

TEST(dispatch_parts_explain_nothing_where_more_is_left_than_there_was)
{
	CHECK_EQUAL(explained(100000, 100000), 0);
	CHECK_EQUAL(explained(-300000, 250000), 0);
}
