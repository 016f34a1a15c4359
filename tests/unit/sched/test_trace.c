/* SPDX-License-Identifier: MIT */
/* The rings of events: what is kept, what is forgotten and counted, sums. */
#include "sched/trace.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/sched/memory.h"
#include "tests/unit/test.h"

#define CORES 2u
#define EVENTS 8u

static struct trace_ring *start(unsigned cores, uint32_t capacity)
{
	void *memory = dirty_memory(trace_bytes(cores, capacity));

	trace_start(memory, cores, capacity);
	return memory;
}

TEST(trace_is_off_until_it_is_asked_for)
{
	struct trace_ring *ring;

	CHECK(!trace_on());
	trace_event(TRACE_EXECUTE, 1); /* goes nowhere */
	ring = start(1, EVENTS);
	CHECK(trace_on());
	trace_stop();
	CHECK(!trace_on());
	trace_event(TRACE_EXECUTE, 1);
	CHECK_EQUAL(trace_kept(ring), 2);
}

TEST(trace_keeps_events_in_their_order)
{
	struct trace_ring *ring = start(CORES, EVENTS);
	static const enum trace_kind kind[] = { TRACE_SWITCH, TRACE_EXECUTE,
						TRACE_LOCK, TRACE_END };

	trace_at(trace.begin + 10, TRACE_EXECUTE, 7);
	trace_at(trace.begin + 30, TRACE_LOCK, 0);
	CHECK_EQUAL(trace_state(), TRACE_LOCK);
	trace_stop();
	CHECK_EQUAL(trace_kept(&ring[0]), 4);
	CHECK_EQUAL(trace_dropped(&ring[0]), 0);
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQUAL(trace_moment(&ring[0], i).kind, kind[i]);
	CHECK_EQUAL(trace_moment(&ring[0], 1).ticks, 10);
	CHECK_EQUAL(trace_moment(&ring[0], 1).argument, 7);
	/* The core that nothing was heard of was idle throughout. */
	CHECK_EQUAL(trace_kept(&ring[1]), 2);
	CHECK_EQUAL(trace_moment(&ring[1], 0).kind, TRACE_IDLE);
	CHECK_EQUAL(trace_moment(&ring[1], 1).kind, TRACE_END);
}

TEST(trace_forgets_the_oldest_and_counts_them)
{
	struct trace_ring *ring = start(1, EVENTS);

	for (unsigned i = 0; i < 20; i++)
		trace_at(trace.begin + i, TRACE_EXECUTE, i);
	trace_stop();
	CHECK_EQUAL(trace_kept(ring), EVENTS);
	CHECK_EQUAL(trace_dropped(ring), 1 + 20 + 1 - EVENTS);
	for (unsigned i = 0; i + 1 < EVENTS; i++)
		CHECK_EQUAL(trace_moment(ring, i).argument, 13 + i);
	CHECK_EQUAL(trace_moment(ring, EVENTS - 1).kind, TRACE_END);
}

TEST(trace_sums_are_the_time_between_events)
{
	struct trace_ring *ring = start(1, EVENTS);
	uint64_t sum[TRACE_KINDS], all = 0, end;

	trace_at(trace.begin + 100, TRACE_EXECUTE, 0);
	trace_at(trace.begin + 250, TRACE_IDLE, 0);
	trace_at(trace.begin + 300, TRACE_EXECUTE, 0);
	trace_at(trace.begin + 301, TRACE_SWITCH, 0);
	trace_stop();
	trace_sum(ring, sum);
	end = trace_moment(ring, trace_kept(ring) - 1).ticks;
	for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
		all += sum[kind];
	CHECK_EQUAL(sum[TRACE_EXECUTE], 151);
	CHECK_EQUAL(sum[TRACE_IDLE], 50);
	CHECK_EQUAL(sum[TRACE_LOCK], 0);
	CHECK_EQUAL(sum[TRACE_END], 0);
	CHECK_EQUAL(all, end);
}

TEST(trace_saturates_and_never_goes_back)
{
	struct trace_ring *ring = start(1, EVENTS);

	trace_at(trace.begin - 5, TRACE_EXECUTE, UINT64_MAX); /* a late clock */
	CHECK_EQUAL(trace_moment(ring, 1).ticks, 0);
	CHECK_EQUAL(trace_moment(ring, 1).argument, TRACE_ARGUMENT_MOST);
	trace_at(trace.begin + TRACE_TICKS_MOST + 1, TRACE_IDLE, 0);
	trace_stop();
	CHECK_EQUAL(trace_moment(ring, 2).ticks, TRACE_TICKS_MOST);
	CHECK_EQUAL(trace_moment(ring, 3).ticks, TRACE_TICKS_MOST);
}

TEST(trace_takes_no_event_of_a_core_it_has_no_ring_for)
{
	struct trace_ring *ring = start(1, EVENTS);

	fake_machine_enter(1);
	trace_event(TRACE_EXECUTE, 1);
	fake_machine_enter(0);
	trace_stop();
	CHECK_EQUAL(trace_kept(ring), 2);
}
