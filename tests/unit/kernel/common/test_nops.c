/* SPDX-License-Identifier: MIT */
/* kernel/common/nops.c: what is timed, and which time is kept. The clock is
 * played: it goes on by what is run. */
#include "kernel/tsc.h"

static uint64_t now;

#define tsc_start() now
#define tsc_stop_lfence() now
#define trust_time_nops apart_time_nops
#include "kernel/common/nops.c"

#include "tests/unit/test.h"

static unsigned runs;

/* The third is the fastest. */
static void run_played(void)
{
	runs++;
	now += runs == 3 ? 700 : 1000 + runs;
}

TEST(nops_are_run_between_two_reads_of_the_clock)
{
	CHECK_EQUAL(time_once(run_played), 1001);
	CHECK_EQUAL(runs, 1);
}

TEST(nops_that_are_warm_take_the_least_of_20_runs)
{
	CHECK_EQUAL(time_warm(run_played), 700);
	CHECK_EQUAL(runs, 20);
}
