/* SPDX-License-Identifier: MIT */
/* bench/samples/series.c: how many samples a core takes in so long a time. */
#define series_prepare apart_series_prepare
#define series_samples apart_series_samples
#define series_round apart_series_round
#define series_finish apart_series_finish
#define series_stop apart_series_stop
#define series_passes_differ apart_series_passes_differ
#include "bench/samples/series.c"

#include "tests/unit/test.h"

TEST(series_pace_is_that_of_the_mean)
{
	static const int64_t of_three[] = { 2, 3, 4 };

	CHECK_EQUAL(pace_of(of_three, 3) * 3, TOGETHER_TICKS - 1);
}

/* As where the clock's own cost is more than what is timed. */
TEST(series_pace_of_samples_without_length_is_the_most_there_is)
{
	static const int64_t none[] = { 0, 0 }, less[] = { -5, 3 };

	CHECK_EQUAL(pace_of(none, 2), TOGETHER_TICKS * 1000);
	CHECK_EQUAL(pace_of(less, 2), TOGETHER_TICKS * 1000);
	CHECK_EQUAL(pace_of(NULL, 0), TOGETHER_TICKS * 1000);
}
