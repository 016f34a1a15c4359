/* SPDX-License-Identifier: MIT */
/*
 * A deque for each core (sched/queue/steal.h) behind the verbs of a queue, by
 * the name `steal`: a push goes to the calling core's own, a pop takes from
 * there, newest first, and robs the others when it is dry.
 *
 * Each core has room for `capacity`: full is the own deque. A pop returns false
 * only if it saw every deque empty, one after the other: a steal that lost a
 * race is repeated. Another core may meanwhile hold what it has robbed but not
 * yet put into its own deque; that core will find it there.
 *
 * Cost: as deque.h; a pop in vain, two line reads a core.
 *
 * Any core below machine_cores(), each one verb at a time.
 */
#ifndef SCHED_QUEUE_PERCORE_H
#define SCHED_QUEUE_PERCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/queue/steal.h"
#include "sched/work.h"

struct percore {
	struct steal steal;
};

static inline size_t percore_bytes(uint32_t capacity)
{
	return steal_bytes(machine_cores(), capacity);
}

static inline void percore_init(struct percore *q, void *memory,
				uint32_t capacity)
{
	steal_init(&q->steal, memory, machine_cores(), capacity);
}

static inline bool percore_push(struct percore *q, struct work work)
{
	return steal_push(&q->steal, machine_core(), work);
}

static inline uint32_t percore_push_bulk(struct percore *q,
					 const struct work *works, uint32_t n)
{
	return deque_push_bulk(&q->steal.core[machine_core()].deque, works, n);
}

/* Every deque, one after the other. */
static inline bool percore_dry(struct percore *q)
{
	for (unsigned i = 0; i < q->steal.cores; i++)
		if (deque_size(&q->steal.core[i].deque))
			return false;
	return true;
}

/* Apart, so that a pop of own work is short. */
static __attribute__((noinline)) bool percore_rob(struct percore *q,
						  unsigned core,
						  struct work *work)
{
	while (!steal_take(&q->steal, core, work)) {
		if (percore_dry(q))
			return false;
		cpu_relax();
	}
	return true;
}

static inline bool percore_pop(struct percore *q, struct work *work)
{
	unsigned core = machine_core();

	return steal_pop(&q->steal, core, work) || percore_rob(q, core, work);
}

/* Own work, newest first; of another core's one robbed batch after the other,
 * each in the order of pops. */
static inline uint32_t percore_pop_bulk(struct percore *q, struct work *works,
					uint32_t n)
{
	unsigned core = machine_core();
	struct deque *own = &q->steal.core[core].deque;
	uint32_t done = deque_pop_bulk(own, works, n);

	while (done < n && percore_rob(q, core, works + done)) {
		done++;
		done += deque_pop_bulk(own, works + done, n - done);
	}
	return done;
}

#endif
