/* SPDX-License-Identifier: MIT */
/* bench/stats/interval.c against the binomial distribution, by hand. */
#include "bench/stats/interval.h"

#include "tests/unit/test.h"

TEST(interval_needs_six_values)
{
	for (unsigned n = 0; n < INTERVAL_LEAST; n++)
		CHECK_EQUAL(interval_rank(n), 0);
	CHECK_EQUAL(interval_rank(INTERVAL_LEAST), 1);
}

/* Tables of the sign test give these. */
TEST(interval_ranks_are_those_of_the_tables)
{
	static const struct { unsigned n, rank; } known[] = {
		{ 6, 1 }, { 8, 1 }, { 9, 2 }, { 11, 2 }, { 12, 3 }, { 14, 3 },
		{ 15, 4 }, { 16, 4 }, { 17, 5 }, { 19, 5 }, { 20, 6 },
		{ 25, 8 }, { 30, 10 }, { 40, 14 }, { 50, 18 },
	};

	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		CHECK_EQUAL(interval_rank(known[i].n), known[i].rank);
}
