/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "sched/lock/ticket.h"

static void traced_init(void *lock)
{
	ticket_init(lock);
}

/* Who gets it at once has not waited. Afterwards a core is again at what it
 * was. */
static void traced_acquire(void *lock, union lock_node *node)
{
	enum trace_kind before;

	(void)node;
	if (!trace_on()) {
		ticket_acquire(lock, NULL);
		return;
	}
	if (ticket_try(lock, NULL))
		return;
	before = trace_state();
	trace_event(TRACE_LOCK, 0);
	ticket_acquire(lock, NULL);
	trace_event(before, 0);
}

static void traced_release(void *lock, union lock_node *node)
{
	(void)node;
	ticket_release(lock, NULL);
}

static bool traced_is_locked(const void *lock)
{
	return ticket_is_locked(lock);
}

static void traced_pairs(void *lock, uint64_t count)
{
	union lock_node node;

	while (count--) {
		traced_acquire(lock, &node);
		traced_release(lock, &node);
	}
}

const struct lock_kind traced_lock = {
	.name = "ticket/traced", .summary = "a ticket lock that is traced",
	.paper = "Mellor-Crummey and Scott, 1991", .fair = true,
	.size = sizeof(struct ticket_lock),
	.align = _Alignof(struct ticket_lock),
	.init = traced_init, .acquire = traced_acquire,
	.release = traced_release, .is_locked = traced_is_locked,
	.pairs = traced_pairs,
};
