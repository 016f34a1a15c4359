/* SPDX-License-Identifier: MIT */
/*
 * What a semaphore costs: alone, and from one fiber to another and back, where
 * the other is on this core (`sem/here`) and on the last one (`sem/away`).
 */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "sched/sched.h"
#include "sched/sem.h"

#define CHECKED_TURNS 1000u
#define CHECKED_TIMESHARED 20u
#define BATCH 16u /* at least, where nobody waits */

struct state {
	struct semaphore ours, theirs;
	struct join ended;
	unsigned partner_core;
	bool stop;       /* handed over by `theirs`, as is the count */
	uint64_t turns;  /* of the partner */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup_semaphores(struct cell *cell)
{
	struct state *s = cell->state = bench_scratch(sizeof(*s));

	if (s)
		s->partner_core = cell->cores - 1;
	return s;
}

/* ---- nobody waits ------------------------------------------------------- */

static void enter_alone(struct cell *cell, unsigned core)
{
	(void)core;
	semaphore_init(&((struct state *)cell->state)->ours, 1);
}

__attribute__((noinline)) static void body_alone(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--) {
		semaphore_down(&s->ours);
		semaphore_up(&s->ours);
	}
}

static void check_alone(void *arg)
{
	enter_alone(arg, 0);
	body_alone(arg, 0, CHECKED_TURNS);
}

static bool validate_alone(struct cell *cell)
{
	struct state *s = cell->state;

	cell->checked = CHECKED_TURNS;
	return sched_run(1, check_alone, cell) && s->ours.count == 1;
}

/* ---- there and back ----------------------------------------------------- */

static void answer_units(void *arg)
{
	struct state *s = arg;

	for (;;) {
		semaphore_down(&s->theirs);
		if (s->stop)
			return;
		s->turns++;
		semaphore_up(&s->ours);
	}
}

static void enter_pair(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	semaphore_init(&s->ours, 0);
	semaphore_init(&s->theirs, 0);
	s->stop = false;
	join_init(&s->ended);
	if (!sched_spawn_on(s->partner_core, answer_units, s, &s->ended))
		machine_panic("no memory for the other fiber of switch/sem");
}

static void leave_pair(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	s->stop = true;
	semaphore_up(&s->theirs);
	sched_join(&s->ended);
}

__attribute__((noinline)) static void body_pair(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--) {
		semaphore_up(&s->theirs);
		semaphore_down(&s->ours);
	}
}

static void check_pair(void *arg)
{
	struct cell *cell = arg;
	struct state *s = cell->state;
	unsigned turns = timeshared() ? CHECKED_TIMESHARED : CHECKED_TURNS;

	enter_pair(cell, 0);
	for (uint64_t i = 1; i <= turns; i++) {
		body_pair(cell, 0, 1);
		cell->checked += s->turns == i; /* it was the partner's turn */
	}
	leave_pair(cell, 0);
}

static bool validate_pair(struct cell *cell)
{
	struct state *s = cell->state;

	return sched_run(cell->cores, check_pair, cell) && cell->checked &&
	       s->turns == cell->checked && !s->ours.count && !s->theirs.count;
}

static void log_partner(const struct cell *cell)
{
	log_number("partner_core",
		   ((const struct state *)cell->state)->partner_core);
}

#define SEMAPHORE                                                            \
	.stage = STAGE_FIBER, .setup = setup_semaphores,                     \
	.property = "each unit taken once, none left"
#define PAIR                                                                 \
	SEMAPHORE, .per = "round trip (2 hand-overs)",                       \
	.validate = validate_pair, .enter = enter_pair,                      \
	.leave = leave_pair, .body = body_pair, .fields = log_partner

static const struct variant semaphores[] = {
	{ .name = "sem", SEMAPHORE, .per = "down + up",
	  .summary = "a semaphore that nobody waits for", .most_cores = 1,
	  .least_batch = BATCH, .validate = validate_alone,
	  .enter = enter_alone, .body = body_alone },
	{ .name = "sem/here", PAIR, .most_cores = 1,
	  .summary = "hand over to a fiber of this core, and be handed to" },
	{ .name = "sem/away", PAIR, .least_cores = 2,
	  .summary = "the same to a fiber of the last core, and back" },
};
ROWS(switch, semaphores);
