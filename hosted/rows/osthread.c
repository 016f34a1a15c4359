/* SPDX-License-Identifier: MIT */
/*
 * What Linux's own threads cost, next to our fibers: rows that only this
 * machine has. Two threads on one processor, as two fibers share a core.
 */
#include <pthread.h>
#include <sched.h>

#include "bench/bench.h"
#include "hosted/futex.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"

#define CHECKED_TURNS 100u

struct state {
	pthread_t partner;
	struct futex_latch ours, theirs;
	uint32_t stop;    /* atomic */
	uint32_t turns;   /* atomic: of the partner */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool osthread_setup(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct state));
	return cell->state;
}

/* A thread begins on the processors of its maker: on this one alone. */
static void start_thread(struct state *s, void *(*run)(void *arg))
{
	if (pthread_create(&s->partner, NULL, run, s))
		machine_panic("Linux gives no thread for osthread");
}

static void start_partner(struct state *s, void *(*run)(void *arg))
{
	atomic_store_relaxed(&s->stop, 0);
	atomic_store_relaxed(&s->turns, 0);
	start_thread(s, run);
}

/* ---- sched_yield() ------------------------------------------------------ */

static void *yield_for_ever(void *arg)
{
	struct state *s = arg;

	while (!atomic_load_relaxed(&s->stop)) {
		atomic_store_relaxed(&s->turns, s->turns + 1);
		sched_yield();
	}
	return NULL;
}

static void enter_yield(struct cell *cell, unsigned core)
{
	(void)core;
	start_partner(cell->state, yield_for_ever);
}

static void leave_yield(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	atomic_store_relaxed(&s->stop, 1);
	pthread_join(s->partner, NULL);
}

__attribute__((noinline)) static void body_yield(struct cell *cell,
						 unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		sched_yield();
}

/* ---- a semaphore: futex there, futex back ------------------------------- */

static void *answer_for_ever(void *arg)
{
	struct state *s = arg;

	for (;;) {
		futex_latch_wait(&s->theirs, MACHINE_NEVER);
		if (atomic_load_relaxed(&s->stop))
			return NULL;
		atomic_store_relaxed(&s->turns, s->turns + 1);
		futex_latch_wake(&s->ours);
	}
}

static void enter_sem(struct cell *cell, unsigned core)
{
	(void)core;
	start_partner(cell->state, answer_for_ever);
}

static void leave_sem(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	atomic_store_relaxed(&s->stop, 1);
	futex_latch_wake(&s->theirs);
	pthread_join(s->partner, NULL);
}

__attribute__((noinline)) static void body_sem(struct cell *cell, unsigned core,
					       uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--) {
		futex_latch_wake(&s->theirs);
		futex_latch_wait(&s->ours, MACHINE_NEVER);
	}
}

/* ---- a thread's life ---------------------------------------------------- */

static void *count_one(void *arg)
{
	struct state *s = arg;

	atomic_add_relaxed(&s->turns, 1);
	return NULL;
}

__attribute__((noinline)) static void body_spawn(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--) {
		start_thread(s, count_one);
		pthread_join(s->partner, NULL);
	}
}

/* ---- validation --------------------------------------------------------- */

/* Each turn of ours is one of the partner's; a yield may find it asleep. */
static bool osthread_validate(struct cell *cell)
{
	struct state *s = cell->state;
	const struct variant *v = cell->variant;

	if (v->enter)
		v->enter(cell, 0);
	v->body(cell, 0, CHECKED_TURNS);
	if (v->leave)
		v->leave(cell, 0);
	cell->checked = CHECKED_TURNS;
	return v->body == body_yield ? s->turns > 0
				     : s->turns == CHECKED_TURNS;
}

static const struct variant switches[] = {
	{
		.name = "yield/osthread", .per = "round trip (2 switches)",
		.summary = "sched_yield() to another thread and back",
		.most_cores = 1, .setup = osthread_setup,
		.validate = osthread_validate,
		.property = "the other one had its turn",
		.enter = enter_yield, .leave = leave_yield, .body = body_yield,
	}, {
		.name = "sem/osthread", .per = "round trip (2 wake-ups)",
		.summary = "wake another thread by futex, be woken by it",
		.most_cores = 1, .setup = osthread_setup,
		.validate = osthread_validate,
		.property = "each post is taken",
		.enter = enter_sem, .leave = leave_sem, .body = body_sem,
	},
};

static const struct variant lives[] = {
	{
		.name = "spawn/osthread", .per = "create + run + end + join",
		.summary = "pthread_create() and pthread_join()",
		.most_cores = 1, .setup = osthread_setup,
		.validate = osthread_validate,
		.property = "each thread runs once",
		.body = body_spawn,
	},
};

ROWS(switch, switches);
ROWS(spawn, lives);
