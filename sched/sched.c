/* SPDX-License-Identifier: MIT */
/* What a fiber does to itself: yield, sleep, spawn others, end. */
#include "sched/sched.h"

#include "kernel/assert.h"
#include "kernel/hook.h"
#include "sched/core.h"

/* ---- switching --------------------------------------------------------- */

/*
 * The calls of fiber_switch() below are the last thing their functions do, so
 * that the compiler makes them jumps: the fiber that goes on then lands in its
 * caller at once, without a return that would be mispredicted.
 */
static inline void run(struct sched_core *here, void **save, struct fiber *next)
{
	here->current = next;
	hook_switch(next);
	fiber_switch(save, next->sp);
}

void sched_leave(struct sched_core *here)
{
	struct fiber *self = here->current;
	struct fiber *next = runq_pop(&here->ready);

	if (next) {
		run(here, &self->sp, next);
		return;
	}
	here->current = NULL;
	hook_switch(NULL);
	fiber_switch(&self->sp, here->loop_sp);
}

static inline void yield(struct sched_core *here)
{
	struct fiber *self = here->current;
	struct fiber *next = runq_pop(&here->ready);

	if (!next)
		return;
	runq_push(&here->ready, self);
	run(here, &self->sp, next);
}

/* Apart, so that the path without a poll needs no stack frame. */
static __attribute__((noinline)) void poll_and_yield(struct sched_core *here)
{
	sched_poll(here);
	yield(here);
}

void sched_pass(void)
{
	struct sched_core *here = sched_here();

	if (sched_poll_due(here))
		poll_and_yield(here);
	else
		yield(here);
}

struct fiber *sched_self(void)
{
	return sched_here()->current;
}

void sched_sleep_until(uint64_t deadline)
{
	struct sched_core *here = sched_here();

	if (sched_poll_due(here))
		sched_poll(here);
	here->current->deadline = deadline;
	timerq_insert(&here->sleepers, here->current);
	sched_leave(here);
}

/* ---- beginning and end ------------------------------------------------- */

/*
 * It still runs on the stack that it puts into the pool; nobody else takes
 * from this core's pool, and this core takes nothing before it has left. A
 * fiber that another core made goes back there with the next poll, when
 * nobody stands on its stack any more: else a core that only sends fibers
 * would make new ones for ever.
 */
_Noreturn void sched_finish(void)
{
	struct sched_core *here = sched_here();
	struct fiber *self = here->current;
	struct fiber **to = self->maker == here->index ? &here->pool
						       : &here->guests;
	struct fiber *next;

	fiber_check(self);
	if (self->join)
		sched_join_ended(self->join);
	if (sched_poll_due(here))
		sched_poll(here);
	fiber_rewind(self);
	self->next = *to;
	*to = self;
	sched_count(&here->finished);
	next = runq_pop(&here->ready);
	here->current = next;
	hook_switch(next);
	fiber_jump(next ? next->sp : here->loop_sp);
}

/* Adds to the pool: what came back from other cores, or a new fiber. */
static bool refill(struct sched_core *here)
{
	here->pool = inbox_take(&here->returned);
	if (here->pool)
		return true;
	here->pool = fiber_make(sched_finish);
	if (!here->pool)
		return false;
	here->pool->maker = here->pool->home = here->index;
	return true;
}

static inline struct fiber *take(struct sched_core *here, void (*fn)(void *arg),
				 void *arg, struct join *join)
{
	struct fiber *fiber = here->pool;

	here->pool = fiber->next;
	fiber->fn = fn;
	fiber->arg = arg;
	fiber->join = join;
	if (join)
		sched_join_add(join);
	return fiber;
}

struct fiber *sched_new(struct sched_core *here, void (*fn)(void *arg),
			void *arg, struct join *join)
{
	if (!here->pool && !refill(here))
		return NULL;
	return take(here, fn, arg, join);
}

static inline void start(struct sched_core *here, struct fiber *fiber)
{
	sched_count(&here->spawned);
	runq_push(&here->ready, fiber);
}

/* Apart, so that the path with a pooled fiber needs no stack frame. */
static __attribute__((noinline)) bool spawn_slow(void (*fn)(void *arg),
						 void *arg, struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber = sched_new(here, fn, arg, join);

	if (!fiber)
		return false;
	start(here, fiber);
	return true;
}

bool sched_spawn(void (*fn)(void *arg), void *arg, struct join *join)
{
	struct sched_core *here = sched_here();

	if (!here->pool)
		return spawn_slow(fn, arg, join);
	start(here, take(here, fn, arg, join));
	return true;
}

bool sched_spawn_on(unsigned core, void (*fn)(void *arg), void *arg,
		    struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber;

	ASSERT(core < sched.cores);
	if (core == here->index)
		return sched_spawn(fn, arg, join);
	fiber = sched_new(here, fn, arg, join);
	if (!fiber)
		return false;
	fiber->home = core;
	sched_count(&here->spawned); /* before another core can end it */
	inbox_push(&sched.core[core]->inbox, fiber);
	sched_kick(sched.core[core]);
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
