/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/gain.c: what many workers gain, and its spread. */
#include "bench/experiments/workloads/workloads.h"
#include "tests/unit/test.h"

TEST(gain_lies_within_its_spread)
{
	/* Their medians alone, 100 and 50, would say 50 %. */
	static const int64_t alone[] = { 60, 100, 100, 130, 100 };
	static const int64_t workers[] = { 50, 120, 90, 40, 110 };
	struct gain gain = workloads_gain(alone, workers, 5);

	CHECK_EQUAL(gain.median, 10000);
	CHECK_EQUAL(gain.least, -10000);
	CHECK_EQUAL(gain.most, 16666);
}

TEST(gain_of_one_round_has_no_spread)
{
	int64_t alone = 200, workers = 250;
	struct gain gain = workloads_gain(&alone, &workers, 1);

	CHECK_EQUAL(gain.median, -25000);
	CHECK_EQUAL(gain.least, -25000);
	CHECK_EQUAL(gain.most, -25000);
}

TEST(gain_of_nothing_is_none)
{
	int64_t zero = 0;

	CHECK_EQUAL(workloads_gain(&zero, &zero, 1).median, 0);
	CHECK_EQUAL(workloads_gain(&zero, &zero, 0).most, 0);
}
