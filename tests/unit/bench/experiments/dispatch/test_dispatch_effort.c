/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/dispatch.c: when less is done, by the test's clock. */
#include "bench/experiments/dispatch/dispatch.h"
#include "kernel/tsc.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/test.h"

#define PLANNED 10u

static uint64_t now, point_ticks;
static unsigned lowered;

static bool take_time(struct dispatch_group *g, unsigned point)
{
	(void)g;
	(void)point;
	now += point_ticks;
	return true;
}

#define tsc_read() now
#define dispatch_measure_free take_time
#define dispatch_lower_effort(g) (lowered++)
#define dispatch_count_planned(g) PLANNED
#include "bench/experiments/dispatch/dispatch.c"

/* How often it is, where each of the lengths takes so many ticks. */
static unsigned lowered_at(uint64_t ticks)
{
	static struct dispatch_group g = { .rounds = 8, .ticks = 1100 };
	const struct settings settings = { .cores = 1 };

	now = 1000000;
	lowered = 0;
	point_ticks = ticks;
	CHECK(dispatch_measure(&settings, &g));
	return lowered;
}

/* 10 cells of 10 passes of 1100 ticks are planned: 110,000 for 11 lengths. */
TEST(dispatch_does_less_where_it_takes_half_as_long_again_as_planned)
{
	CHECK_EQUAL(lowered_at(10000), 0);
	CHECK_EQUAL(lowered_at(15000), 0);
	CHECK_EQUAL(lowered_at(15001), 1);
	CHECK_EQUAL(lowered_at(30000), 6);
}
