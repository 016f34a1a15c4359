/* SPDX-License-Identifier: MIT */
/*
 * What it takes to hand a task to another core, measured where it is wanted: it
 * differs between machines, and on a virtual one between hours.
 */
#ifndef SCHED_EXECUTOR_CROSSING_H
#define SCHED_EXECUTOR_CROSSING_H

#include <stdint.h>

#include "sched/executor/decide.h"
#include "sched/queue/deque.h"
#include "sched/queue/ring.h"

/*
 * Ticks one way between the cores 0 and 1: the least mean of some round trips
 * by load and store, some microseconds in all. Where core 1 does not answer,
 * the millisecond that it is waited for. Core 0, outside of any run, where
 * there is a core 1.
 */
uint64_t crossing_ticks(void);

/*
 * Ticks x DECIDE_UNIT that a task takes its core more by way of the deque, where
 * others see it, than by way of the ring: of some tries the least each, some
 * microseconds in all. Both are empty, the core's own, and are so again.
 */
uint64_t crossing_extra(struct deque *deque, struct buffer *ring);

/* Both, for the decisions of an executor that is made. */
static inline void crossing_measure(struct decide *decide, struct deque *deque,
				    struct buffer *ring)
{
	decide->line = crossing_ticks();
	decide->extra = crossing_extra(deque, ring);
}

#endif
