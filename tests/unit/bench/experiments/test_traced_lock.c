/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/traced_lock.c: who waits is seen waiting, and is
 * afterwards at what it was. */
#include <stdlib.h>

#include "sched/lock/ticket.h"
#include "sched/trace.h"
#include "tests/unit/test.h"

static bool is_free;

#define traced_lock apart_lock
#define ticket_try(lock, node) (is_free && ticket_try(lock, node))
#include "bench/experiments/primes/traced_lock.c"

#define EVENTS 8u

static struct trace_ring *trace_one(bool free_at_once)
{
	size_t bytes = (trace_bytes(1, EVENTS) + MACHINE_LINE_PAIR - 1) &
		       ~(size_t)(MACHINE_LINE_PAIR - 1);
	void *memory = aligned_alloc(MACHINE_LINE_PAIR, bytes);
	struct ticket_lock lock;

	is_free = free_at_once;
	apart_lock.init(&lock);
	trace_start(memory, 1, EVENTS);
	trace_at(trace.begin, TRACE_EXECUTE, 7);
	apart_lock.acquire(&lock, NULL);
	CHECK(apart_lock.is_locked(&lock));
	apart_lock.release(&lock, NULL);
	trace_stop();
	return memory;
}

TEST(traced_lock_that_is_got_at_once_leaves_no_trace)
{
	struct trace_ring *ring = trace_one(true);

	CHECK_EQUAL(trace_kept(ring), 3); /* begin, task, end */
	free(ring);
}

TEST(traced_lock_that_is_waited_for_shows_until_it_is_got)
{
	struct trace_ring *ring = trace_one(false);

	CHECK_EQUAL(trace_kept(ring), 5);
	CHECK_EQUAL(trace_moment(ring, 2).kind, TRACE_LOCK);
	CHECK_EQUAL(trace_moment(ring, 2).argument, 0);
	CHECK_EQUAL(trace_moment(ring, 3).kind, TRACE_EXECUTE);
	CHECK_EQUAL(trace_moment(ring, 3).argument, 0);
	free(ring);
}
