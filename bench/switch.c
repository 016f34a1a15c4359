/* SPDX-License-Identifier: MIT */
/* What it costs to go from one fiber to another, and back. */
#include "bench/bench.h"
#include "kernel/machine.h"
#include "sched/fiber.h"
#include "sched/sched.h"

#define CHECKED_TURNS 1000u

/* ---- call: fiber_switch() alone, two contexts, no scheduler ------------ */

static struct {
	struct fiber *partner;   /* made once: it never ends */
	struct fiber_context own;
	uint64_t turns;          /* of the partner */
} call __attribute__((aligned(MACHINE_LINE_PAIR)));

static void bounce(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	(void)self;
	for (;;) {
		call.turns++;
		fiber_switch(&call.partner->context, &call.own);
	}
}

static bool setup_call(struct cell *cell)
{
	(void)cell;
	if (call.partner)
		return true;
	call.partner = fiber_make(bounce);
	if (!call.partner)
		return false;
	return true;
}

__attribute__((noinline)) static void body_call(struct cell *cell,
						unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		fiber_switch(&call.own, &call.partner->context);
}

static bool validate_call(struct cell *cell)
{
	uint64_t before = call.turns;

	body_call(cell, 0, CHECKED_TURNS);
	cell->checked = CHECKED_TURNS;
	return call.turns - before == CHECKED_TURNS;
}

/* ---- yield: through the run queue -------------------------------------- */

struct state {
	struct join ended;
	bool stop;
	uint64_t turns; /* of the partner */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup_yield(struct cell *cell)
{
	cell->state = bench_scratch(sizeof(struct state));
	return cell->state;
}

static void partner(void *arg)
{
	struct state *s = arg;

	while (!s->stop) {
		s->turns++;
		sched_pass();
	}
}

static void enter_yield(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	s->stop = false;
	join_init(&s->ended);
	if (!sched_spawn(partner, s, &s->ended))
		machine_panic("no memory for a fiber");
}

static void leave_yield(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;

	(void)core;
	s->stop = true;
	sched_join(&s->ended);
}

__attribute__((noinline)) static void body_yield(struct cell *cell,
						 unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		sched_pass();
}

static void check_yield(void *arg)
{
	struct cell *cell = arg;

	enter_yield(cell, 0);
	body_yield(cell, 0, CHECKED_TURNS);
	leave_yield(cell, 0);
}

/* The two take turns: each yield of ours is one turn of the partner's. */
static bool validate_yield(struct cell *cell)
{
	struct state *s = cell->state;

	cell->checked = CHECKED_TURNS;
	return sched_run(1, check_yield, cell) && s->turns == CHECKED_TURNS;
}

static const struct variant variants[] = {
	{
		.name = "call", .per = "round trip (2 switches)",
		.summary = "switch to another stack and back, no scheduler",
		.most_cores = 1, .setup = setup_call,
		.validate = validate_call, .body = body_call,
	}, {
		.name = "yield", .per = "round trip (2 switches)",
		.summary = "yield to another fiber and be yielded to",
		.stage = STAGE_FIBER, .most_cores = 1, .setup = setup_yield,
		.validate = validate_yield, .enter = enter_yield,
		.leave = leave_yield, .body = body_yield,
	},
};

EXPERIMENT(switch, variants,
	   "what does it cost to go to another fiber and come back?");
