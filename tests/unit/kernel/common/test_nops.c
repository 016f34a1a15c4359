/* SPDX-License-Identifier: MIT */
/* kernel/common/nops.c: the first run is kept as it is, of all others the least.
 * The clock is played: each run lasts as long as is said here. */
#include "kernel/tsc.h"

static uint64_t now;
static unsigned runs;

/* Runs 0; 1 to 20; 21 to 25; 26 to 30: of each kind not the first is least. */
static uint64_t stop(void)
{
	uint64_t lasts = runs == 0 ? 9000 : runs == 3 ? 700 :
			 runs == 25 ? 7000 : runs == 27 ? 14000 : 20000 + runs;

	runs++;
	return now + lasts;
}

#define tsc_start() now
#define tsc_stop_lfence() stop()
#include "kernel/common/nops.c"

#include "tests/unit/test.h"

TEST(nops_first_as_it_is_then_the_least_of_many)
{
	struct trust_signs signs;

	trust_time_nops(&signs);
	CHECK_EQUAL(signs.nop_cold, 9000);
	CHECK_EQUAL(signs.nop_2000, 700);
	CHECK_EQUAL(signs.nop_20000, 7000);
	CHECK_EQUAL(signs.nop_40000, 14000);
	CHECK_EQUAL(runs, 31);
}
