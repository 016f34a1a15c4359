/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/traced.c: rings as large as memory allows,
 * and what a core did by its ring. */
#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#include "bench/experiments/primes/traced.c"

/* Whether there are rings for two cores in so many bytes. */
static bool made_in(size_t bytes)
{
	scratch_begin();
	CHECK(scratch_keep(scratch_left() - bytes));
	return make_rings(2);
}

TEST(primes_rings_have_a_power_of_two_of_events_that_fits)
{
	CHECK(scratch_init());
	CHECK(made_in(trace_bytes(2, CAPACITY_MOST) + MACHINE_PAGE));
	CHECK_EQUAL(capacity, CAPACITY_MOST);
	CHECK(made_in(trace_bytes(2, CAPACITY_MOST / 4) + MACHINE_PAGE));
	CHECK_EQUAL(capacity, CAPACITY_MOST / 4);
	CHECK(made_in(trace_bytes(2, CAPACITY_LEAST)));
	CHECK_EQUAL(capacity, CAPACITY_LEAST);
	CHECK(!made_in(MACHINE_LINE_PAIR));
}

TEST(primes_core_without_an_event_has_done_nothing_else_than_switch)
{
	static uint64_t event[8];
	const struct trace_ring none = { event, 0, 7 };
	int64_t share[SHARES];

	ring = &none;
	shares_of(0, share);
	for (unsigned i = 0; i < SHARES; i++)
		CHECK_EQUAL(share[i], i == SHARE_SWITCHING ? PPM : 0);
}

TEST(primes_core_that_sleeps_is_idle)
{
	static uint64_t event[8];
	const struct trace_ring half = { event, 5, 7 };
	int64_t share[SHARES];

	event[0] = trace_pack(0, TRACE_SLEEP, 0);
	event[1] = trace_pack(500, TRACE_IDLE, 0);
	event[2] = trace_pack(700, TRACE_EXECUTE, 0);
	event[3] = trace_pack(900, TRACE_SWITCH, 0);
	event[4] = trace_pack(1000, TRACE_END, 0);
	ring = &half;
	shares_of(0, share);
	CHECK_EQUAL(share[SHARE_IDLE], PPM * 7 / 10);
	CHECK_EQUAL(share[SHARE_EXECUTING], PPM / 5);
	CHECK_EQUAL(share[SHARE_SWITCHING], PPM / 10);
}
