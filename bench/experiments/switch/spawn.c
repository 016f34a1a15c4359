/* SPDX-License-Identifier: MIT */
/*
 * What it costs to create a fiber, have it run, and see it end: on another
 * core, and on whichever core takes it from the shared queue. On this core:
 * life.c.
 */
#include "bench/bench.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/sched.h"

#define CHECKED_AWAY 100u   /* each may wait for a core to wake */
#define CHECKED_SLEEP_US 500u

struct away {
	bool slept;              /* core 0 did, as long as it was told */
	uint64_t ran;            /* atomic: fibers */
	struct fiber *waiter;    /* of the work submitted */
	unsigned next;           /* core to spawn on */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup_away(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct away));
	return cell->state;
}

static void child_away(void *arg)
{
	atomic_add_relaxed(&((struct away *)arg)->ran, 1);
}

/* Every other core in turn; each time a wake there and a wake back. */
__attribute__((noinline)) static void body_remote(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct away *s = cell->state;
	struct join join;

	(void)core;
	while (count--) {
		s->next = s->next % (cell->cores - 1) + 1;
		join_init(&join);
		sched_spawn_on(s->next, child_away, s, &join);
		sched_join(&join);
	}
}

static void child_submitted(void *arg)
{
	struct away *s = arg;

	atomic_add_acq_rel(&s->ran, 1); /* R1: pairs with A1 */
	sched_wake(s->waiter);
}

__attribute__((noinline)) static void body_submit(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct away *s = cell->state;
	struct work work = { child_submitted, s };

	(void)core;
	s->waiter = sched_self();
	while (count--) {
		uint64_t before = atomic_load_relaxed(&s->ran);

		sched_submit(work); /* one at a time: it cannot be full */
		/* A1: pairs with R1 in child_submitted(). */
		while (atomic_load_acquire(&s->ran) == before)
			sched_block();
	}
}

/* Asleep on one core while the others work: neither may lose the other. */
static void check_away(void *arg)
{
	struct cell *cell = arg;
	struct away *s = cell->state;
	uint64_t ticks = ticks_of_us(CHECKED_SLEEP_US);
	uint64_t deadline = tsc_read() + ticks;

	cell->variant->body(cell, 0, CHECKED_AWAY);
	sched_sleep_until(deadline + ticks);
	s->slept = tsc_read() >= deadline + ticks;
}

static bool validate_away(struct cell *cell)
{
	struct away *s = cell->state;

	cell->checked = CHECKED_AWAY;
	return sched_run(cell->cores, check_away, cell) &&
	       s->ran == CHECKED_AWAY && s->slept;
}

#define ONCE "each fiber runs once, where it is to"

static const struct variant away[] = {
	{
		.name = "spawn/remote", .per = "spawn on another core + join",
		.summary = "the same on another core, which sleeps until then",
		.stage = STAGE_FIBER, .least_cores = 2, .setup = setup_away,
		.validate = validate_away,
		.property = ONCE, .body = body_remote,
	}, {
		.name = "spawn/submit", .per = "submit + run + wake",
		.summary = "hand work to the shared queue, wait for its wake",
		.stage = STAGE_FIBER, .setup = setup_away,
		.validate = validate_away,
		.property = ONCE, .body = body_submit,
	},
};

EXPERIMENT(spawn, away,
	   "what does it cost to create a fiber, run it and end it?",
	   .order = ORDER_PARTS);
