/* SPDX-License-Identifier: MIT */
/* bench/harness/counts.c: each number of cores above one. */
#include "bench/harness/counts.h"

#include "tests/unit/test.h"

static unsigned asked[8], calls, refused;

static bool run_on(const struct settings *settings, unsigned cores)
{
	CHECK(settings->cores);
	asked[calls++] = cores;
	return cores != refused;
}

static bool run(unsigned cores, bool full, unsigned refuse)
{
	struct settings settings = { .cores = cores, .full = full };
	bool ok;

	calls = 0;
	refused = refuse;
	ok = counts_run(&settings, run_on);
	CHECK_EQUAL(counts_above_one(&settings), calls);
	return ok;
}

TEST(counts_are_of_more_than_one_core)
{
	CHECK(run(1, true, 1));
	CHECK_EQUAL(calls, 0);
	CHECK(run(6, false, 0));
	CHECK_EQUAL(calls, 3);
	CHECK_EQUAL(asked[0], 2);
	CHECK_EQUAL(asked[1], 4);
	CHECK_EQUAL(asked[2], 6);
	CHECK(run(4, true, 0));
	CHECK_EQUAL(calls, 3);
	CHECK_EQUAL(asked[1], 3);
}

TEST(counts_go_on_behind_one_that_fails)
{
	CHECK(!run(4, true, 2));
	CHECK_EQUAL(calls, 3);
	CHECK(!run(4, true, 4));
	CHECK(!run(4, true, 3));
}
