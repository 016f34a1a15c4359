/* SPDX-License-Identifier: MIT */
/* What a fiber does to itself: yield, sleep, spawn others, end. */
#include "sched/sched.h"

#include "kernel/assert.h"
#include "kernel/hook.h"
#include "sched/run/inline_calls.h"
#include "sched/run/internal.h"

/* ---- switching --------------------------------------------------------- */

/*
 * The calls of fiber_switch() below are the last thing their functions do, so
 * that the compiler makes them jumps: the fiber that goes on then lands in its
 * caller at once, without a return that would be mispredicted.
 */
static inline void switch_to(struct sched_core *here,
			     struct fiber_context *save, struct fiber *next)
{
	here->current = next;
	hook_switch(next);
	fiber_switch(save, &next->context);
}

void core_run_next(struct sched_core *here)
{
	struct fiber *self = here->current;
	struct fiber *next = runq_pop(&here->ready);

	if (next) {
		switch_to(here, &self->context, next);
		return;
	}
	here->current = NULL;
	hook_switch(NULL);
	fiber_switch(&self->context, &here->loop);
}

static inline void yield_core(struct sched_core *here)
{
	struct fiber *self = here->current;
	struct fiber *next = runq_rotate(&here->ready, self);

	if (next)
		switch_to(here, &self->context, next);
}

/* Apart, so that the path without a poll needs no stack frame. */
static __attribute__((noinline)) void poll_and_yield(struct sched_core *here)
{
	core_poll(here);
	yield_core(here);
}

void sched_pass(void)
{
	struct sched_core *here = sched_here();

	if (core_poll_due(here))
		poll_and_yield(here);
	else
		yield_core(here);
}

void sched_pass_due(void)
{
	poll_and_yield(sched_here());
}

struct fiber *sched_self(void)
{
	return sched_here()->current;
}

void sched_sleep_until(uint64_t deadline)
{
	struct sched_core *here = sched_here();

	if (core_poll_due(here))
		core_poll(here);
	here->current->deadline = deadline;
	timerq_insert(&here->sleepers, here->current);
	core_run_next(here);
}

/* ---- beginning and end ------------------------------------------------- */

/*
 * It still runs on the stack that it puts into the pool; nobody else takes
 * from this core's pool, and this core takes nothing before it has left. A
 * fiber that another core made goes back there with the next poll, when
 * nobody stands on its stack any more: else a core that only sends fibers
 * would make new ones for ever.
 */
static inline void pool_fiber(struct sched_core *here, struct fiber *self)
{
	struct fiber **to = &here->pool;

	if (__builtin_expect(self->maker != here->index, 0)) {
		to = &here->foreign;
	} else if (!here->spare_free) {
		if (here->spare != self)
			here->spare = self;
		here->spare_free = true;
		return;
	}
	self->next = *to;
	*to = self;
}

static void enter_fiber(struct fiber_context *left, struct fiber *self);

static inline __attribute__((always_inline))
void jump_to_next(struct sched_core *here, struct fiber *self)
{
	struct fiber *next;

	if (self->context.pc != (void *)enter_fiber) /* it has not run through */
		fiber_rewind(self, enter_fiber);
	pool_fiber(here, self);
	count_up(&here->finished);
	next = runq_pop(&here->ready);
	here->current = next;
	hook_switch(next);
	fiber_jump(next ? &next->context : &here->loop);
}

/* Apart, so that the path without a share to give up and a poll needs no
 * registers. */
static __attribute__((noinline))
void end_fiber_slow(struct sched_core *here, struct fiber *self,
		    struct join *left)
{
	if (left)
		join_fiber_ended(left);
	if (core_poll_due_at_end(here))
		core_poll(here);
	jump_to_next(here, self);
}

static inline __attribute__((always_inline))
void end_fiber(struct fiber *self)
{
	struct sched_core *here = sched_here();

	fiber_check(self);
	struct join *left = join_left_by(self);

	if (__builtin_expect(left || core_poll_due_at_end(here), 0))
		end_fiber_slow(here, self, left);
	jump_to_next(here, self);
}

static void enter_fiber(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	self->fn(self->arg);
	end_fiber(self);
}

_Noreturn void sched_finish(void)
{
	end_fiber(sched_self());
	__builtin_unreachable();
}

/* Adds to the pool: what came back from other cores, or a new fiber. */
static bool refill_pool(struct sched_core *here)
{
	here->pool = inbox_take(&here->returned);
	if (here->pool)
		return true;
	here->pool = fiber_make(enter_fiber);
	if (!here->pool)
		return false;
	here->pool->maker = here->pool->home = here->index;
	return true;
}

struct fiber *core_new_fiber(struct sched_core *here, void (*fn)(void *arg),
			     void *arg)
{
	struct fiber *fiber = core_take_pooled(here);

	if (!fiber && refill_pool(here))
		fiber = core_take_pooled(here);
	if (!fiber)
		return NULL;
	fiber->fn = fn;
	fiber->arg = arg;
	fiber->join = NULL;
	return fiber;
}

/* Apart, so that the path with a pooled fiber needs no stack frame. */
bool sched_spawn_slow(void (*fn)(void *arg), void *arg, struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber = core_new_fiber(here, fn, arg);

	if (!fiber)
		return false;
	fiber_joins_here(here, fiber, join);
	core_start_fiber(here, fiber);
	return true;
}

bool sched_spawn(void (*fn)(void *arg), void *arg, struct join *join)
{
	return sched_spawn_inline(fn, arg, join);
}

bool sched_spawn_on(unsigned core, void (*fn)(void *arg), void *arg,
		    struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber;

	ASSERT(core < sched.cores);
	if (core == here->index)
		return sched_spawn(fn, arg, join);
	fiber = core_new_fiber(here, fn, arg);
	if (!fiber)
		return false;
	fiber_joins(fiber, join);
	fiber->home = core;
	count_up(&here->spawned); /* before another core can end it */
	inbox_push(&sched.core[core]->inbox, fiber);
	core_wake(sched.core[core]);
	return true;
}

unsigned sched_cores(void)
{
	return sched.cores;
}

size_t sched_fiber_bytes(void)
{
	return fiber_bytes();
}
