/* SPDX-License-Identifier: MIT */
/* What a fiber does to itself: yield, sleep, spawn others, end. */
#include "sched/sched.h"

#include "sched/core.h"

/* ---- switching -------------------------------------------------------------------- */

static inline void run(struct sched_core *here, void **save, struct fiber *next)
{
	here->current = next;
	here->switches++;
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
	fiber_switch(&self->sp, here->loop_sp);
}

void sched_yield(void)
{
	struct sched_core *here = sched_here();
	struct fiber *self = here->current;
	struct fiber *next;

	if (--here->until_poll == 0 || !inbox_empty(&here->inbox))
		sched_poll(here);
	next = runq_pop(&here->ready);
	if (!next)
		return;
	runq_push(&here->ready, self);
	run(here, &self->sp, next);
}

struct fiber *sched_self(void)
{
	return sched_here()->current;
}

void sched_sleep_until(uint64_t deadline)
{
	struct sched_core *here = sched_here();

	here->current->deadline = deadline;
	timerq_insert(&here->sleepers, here->current);
	sched_leave(here);
}

/* ---- beginning and end -------------------------------------------------------------- */

/*
 * What a fiber does when its function has returned. It still runs on the
 * stack that it puts into the pool; nobody else takes from this core's pool,
 * and this core takes nothing before it has switched away.
 */
static void end_fiber(void)
{
	struct sched_core *here = sched_here();
	struct fiber *self = here->current;

	fiber_check(self);
	if (self->join)
		sched_join_ended(self->join);
	self->next = here->pool;
	here->pool = self;
	sched_count(&here->finished);
	sched_leave(here);
}

struct fiber *sched_new(struct sched_core *here, void (*fn)(void *arg),
			void *arg, struct join *join)
{
	struct fiber *fiber = here->pool;

	if (fiber)
		here->pool = fiber->next;
	else if (!(fiber = fiber_make(end_fiber)))
		return NULL;
	fiber->fn = fn;
	fiber->arg = arg;
	fiber->join = join;
	fiber->home = here->index;
	return fiber;
}

bool sched_spawn(void (*fn)(void *arg), void *arg, struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber = sched_new(here, fn, arg, join);

	if (!fiber)
		return false;
	if (join)
		sched_join_add(join);
	sched_count(&here->spawned);
	runq_push(&here->ready, fiber);
	return true;
}

bool sched_spawn_on(unsigned core, void (*fn)(void *arg), void *arg,
		    struct join *join)
{
	struct sched_core *here = sched_here();
	struct fiber *fiber;

	if (core == here->index)
		return sched_spawn(fn, arg, join);
	fiber = sched_new(here, fn, arg, join);
	if (!fiber)
		return false;
	fiber->home = core; /* it will end in that core's pool */
	if (join)
		sched_join_add(join);
	sched_count(&here->spawned);
	inbox_push(&sched.core[core]->inbox, fiber);
	sched_kick(sched.core[core]);
	return true;
}

_Noreturn void sched_finish(void)
{
	fiber_unwind(sched_self());
}

unsigned sched_cores(void)
{
	return sched.cores;
}

size_t sched_fiber_bytes(void)
{
	return fiber_bytes();
}
