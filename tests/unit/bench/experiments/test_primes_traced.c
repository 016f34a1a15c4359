/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/traced.c: what tracing costs a run. */
#include "tests/unit/test.h"

#define primes_trace_executors apart_trace_executors
#include "bench/experiments/primes/traced.c"

/* So many events of the busiest of two cores, two ticks each. */
static int64_t cost_of(uint64_t events, int64_t wall)
{
	const struct trace_ring made[] = { { .written = events / 2 },
					   { .written = events } };
	const struct primes_pass pass = { .wall = wall, .trace_cores = 2 };

	ring = made;
	event_milli = 2000;
	cost[0] = 0;
	note_trace_cost(&pass, 0);
	ring = NULL;
	return cost[0];
}

TEST(primes_tracing_costs_a_part_of_the_run)
{
	CHECK_EQUAL(cost_of(0, 1000), 0);
	CHECK_EQUAL(cost_of(50, 1000), 10000);
	CHECK_EQUAL(cost_of(500, 1000), 100000);
}

TEST(primes_tracing_costs_no_more_than_the_run)
{
	CHECK_EQUAL(cost_of(700, 1000), 100000);
	CHECK_EQUAL(cost_of(1, 0), 100000);
}
