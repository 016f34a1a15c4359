/* SPDX-License-Identifier: MIT */
/*
 * Spawn and yield, inlined: for loops that do little else. sched_spawn() and
 * sched_pass() (sched/sched.h) are the same behind a call. From a fiber.
 */
#ifndef SCHED_RUN_INLINE_CALLS_H
#define SCHED_RUN_INLINE_CALLS_H

#include "kernel/hook.h"
#include "sched/fiber/switch_inline.h"
#include "sched/run/internal.h"

/* A fiber from the pool; NULL when that is empty. */
static inline struct fiber *core_take_pooled(struct sched_core *here)
{
	struct fiber *fiber = here->pool;

	if (__builtin_expect(here->spare_free, 1)) {
		here->spare_free = false;
		return here->spare;
	}
	if (fiber)
		here->pool = fiber->next;
	return fiber;
}

static inline void core_start_fiber(struct sched_core *here, struct fiber *fiber)
{
	count_up(&here->spawned);
	runq_push(&here->ready, fiber);
}

static inline __attribute__((always_inline))
bool sched_spawn_inline(void (*fn)(void *arg), void *arg, struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber = core_take_pooled(here);

	if (__builtin_expect(!fiber, 0))
		return sched_spawn_slow(fn, arg, join);
	fiber->fn = fn;
	fiber->arg = arg;
	fiber_joins_here(here, fiber, join);
	core_start_fiber(here, fiber);
	return true;
}

/* The yield itself, once nothing has to be polled. */
static inline __attribute__((always_inline))
void core_yield_inline(struct sched_core *here)
{
	struct fiber *self = here->current;
	struct fiber *next = runq_rotate(&here->ready, self);

	if (!next)
		return;
	here->current = next;
	hook_switch(next);
	fiber_switch_inline(&self->context, &next->context);
}

static inline __attribute__((always_inline)) void sched_pass_inline(void)
{
	struct sched_core *here = sched_here();

	if (core_poll_due(here))
		core_poll(here);
	core_yield_inline(here);
}

#endif
