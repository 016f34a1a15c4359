/* SPDX-License-Identifier: MIT */
#include "bench/harness/sweep.h"
#include "tests/unit/test.h"

TEST(sweep_goes_up_to_all_cores)
{
	struct settings quick = { .cores = 6 }, full = { .cores = 3,
							 .full = true };

	CHECK_EQUAL(sweep_next_cores(&quick, 2), 4);
	CHECK_EQUAL(sweep_next_cores(&quick, 4), 6);
	CHECK_EQUAL(sweep_next_cores(&quick, 6), 0);
	CHECK_EQUAL(sweep_next_cores(&full, 2), 3);
	CHECK_EQUAL(sweep_next_cores(&full, 3), 0);
	quick.cores = 1;
	CHECK_EQUAL(sweep_next_cores(&quick, 2), 0);
}
