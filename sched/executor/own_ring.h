/* SPDX-License-Identifier: MIT */
/*
 * A ring of tasks that only one core touches: what a plain loop needs, and
 * whoever is one for the time being.
 *
 * Cost: some stores and an indirect call a task. Order: first come, first
 * served. Not for two cores.
 */
#ifndef SCHED_EXECUTOR_OWN_RING_H
#define SCHED_EXECUTOR_OWN_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "sched/work.h"

struct own_ring {
	uint32_t head, tail, mask; /* run freely; of `slot` */
	struct work *slot;
};

/* slot has room for `capacity` tasks, a power of two. */
static inline void own_ring_init(struct own_ring *r, struct work *slot,
				 uint32_t capacity)
{
	*r = (struct own_ring){ .mask = capacity - 1, .slot = slot };
}

static inline uint32_t own_ring_size(const struct own_ring *r)
{
	return r->tail - r->head;
}

static inline bool own_ring_full(const struct own_ring *r)
{
	return own_ring_size(r) > r->mask;
}

/* Not if it is full. */
static inline void own_ring_push(struct own_ring *r, struct work task)
{
	r->slot[r->tail++ & r->mask] = task;
}

/* Not if it is empty. */
static inline struct work own_ring_pop(struct own_ring *r)
{
	return r->slot[r->head++ & r->mask];
}

/*
 * Runs n tasks, 0 < n <= size. A task's slot is free before it runs: what it
 * submits in its own place never finds the ring full. Only n are run, and none
 * of them may pop.
 *
 * Out of line: functions begin at a cache line and the loop fits into one, so
 * its speed does not hang on what lies before it (10 % of an empty task).
 */
static __attribute__((noinline, unused)) void
own_ring_run(struct own_ring *r, uint32_t n)
{
	struct work *slot = r->slot;
	uint32_t head = r->head, mask = r->mask, end = head + n;

	do {
		struct work *task = &slot[head & mask];

		r->head = ++head;
		task->run(task->arg);
	} while (head != end);
}

#endif
