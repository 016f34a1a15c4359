/* SPDX-License-Identifier: MIT */
/* The formula of `threads` on the published figures. */
#include "bench/experiments/threads/threads.h"
#include "tests/unit/test.h"

TEST(utilisation_of_the_published_task)
{
	CHECK_EQUAL(utilisation_ppm(3000, 55500), 54054);
	CHECK_EQUAL(utilisation_ppm(1, 0), 0);
	CHECK_EQUAL(utilisation_ppm(1ull << 61, 1ull << 62), 500000);
}

TEST(utilisation_formula_gives_the_published_222_threads)
{
	uint64_t ppm = utilisation_ppm(3000, 55500);

	CHECK_EQUAL((utilisation_threads_milli(12, ppm) + 500) / 1000, 222);
	CHECK_EQUAL(utilisation_threads_milli(4, 1000000), 4000);
	CHECK_EQUAL(utilisation_threads_milli(4, 0), 0);
}
