/* SPDX-License-Identifier: MIT */
/* On how many cores, and when it is enough. */
#include "bench/harness/trial.h"

#include "bench/harness/row.h"
#include "tests/unit/test.h"

TEST(rounds_are_as_many_as_are_wanted_and_fit)
{
	static const struct {
		struct rounds rounds; /* wanted, most, timeshared, fill, until */
		uint64_t step; /* of the clock, in each round */
		bool timeshared;
		unsigned done;
	} rows[] = {
		{ { 2, 0, 0, 0, 0, 0 }, 0, false, 1 }, /* 0 counts as 1 */
		{ { 2, 5, 0, 0, 0, 0 }, 1000, false, 5 }, /* no bound of time */
		/* Few where cores are timeshared. */
		{ { 2, 5, 0, 0, 0, 0 }, 0, true, 1 },
		{ { 2, 5, 0, 3, 0, 0 }, 0, true, 3 },
		{ { 2, 5, 0, 3, 0, 0 }, 0, false, 5 },
		{ { 2, 2, 0, 3, 0, 0 }, 0, true, 2 },
		/* They begin at 0, 10, 20; that very moment still counts. */
		{ { 2, 9, 0, 0, 0, 25 }, 10, false, 3 },
		{ { 2, 9, 0, 0, 0, 20 }, 10, false, 3 },
		{ { 2, 9, 0, 0, 0, 20 }, 1000, false, 1 },
		/* Further ones fill a time. */
		{ { 2, 2, 6, 0, 30, 0 }, 10, false, 4 },
		{ { 2, 2, 6, 0, 30, 0 }, 1, false, 6 },
		{ { 2, 2, 6, 0, 30, 0 }, 100, false, 2 },
		{ { 2, 2, 6, 0, 30, 0 }, 1, true, 1 },
	};

	EACH_ROW(i, rows) {
		unsigned done = 0;

		while (rounds_go_on(&rows[i].rounds, done, done * rows[i].step,
				    rows[i].timeshared))
			done++;
		CHECK_EQUAL(done, rows[i].done);
	}
}

/* ---- numbers of cores -------------------------------------------------- */

static unsigned asked, calls, refused; /* asked: a bit for each number */

static bool run_on(const struct settings *settings, unsigned cores)
{
	CHECK(settings->cores);
	asked |= 1u << cores;
	calls++;
	return cores != refused;
}

TEST(counts_are_of_more_than_one_core_and_go_on_behind_one_that_fails)
{
	static const struct {
		unsigned cores;
		bool full;
		unsigned refused, asked;
	} rows[] = {
		{ 1, true, 1, 0 },
		{ 6, false, 0, 1u << 2 | 1u << 4 | 1u << 6 },
		{ 4, true, 0, 1u << 2 | 1u << 3 | 1u << 4 },
		{ 4, true, 2, 1u << 2 | 1u << 3 | 1u << 4 },
		{ 4, true, 3, 1u << 2 | 1u << 3 | 1u << 4 },
		{ 4, true, 4, 1u << 2 | 1u << 3 | 1u << 4 },
	};

	EACH_ROW(i, rows) {
		const struct settings settings = { .cores = rows[i].cores,
						   .full = rows[i].full };

		asked = calls = 0;
		refused = rows[i].refused;
		CHECK_EQUAL(counts_run(&settings, run_on),
			    !(rows[i].asked >> refused & 1));
		CHECK_EQUAL(asked, rows[i].asked);
		CHECK_EQUAL(calls, __builtin_popcount(asked));
		CHECK_EQUAL(counts_above_one(&settings), calls);
	}
}
