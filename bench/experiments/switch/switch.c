/* SPDX-License-Identifier: MIT */
/* What it costs to go from one fiber to another, and back. */
#include "bench/bench.h"
#include "bench/harness/fibers.h"
#include "kernel/machine.h"
#include "sched/fiber/fiber.h"
#include "sched/fiber/switch_inline.h"
#include "sched/sched.h"

#define CHECKED_TURNS 1000u
#define BATCH 16u /* at least: a single switch is below the clock's grain */

/* ---- inline, call: two contexts, no scheduler --------------------------- */

/* Fibers that never end, so each is made once. */
static struct partner {
	struct fiber *fiber;
	struct fiber_context own;
	uint64_t turns;
} __attribute__((aligned(MACHINE_LINE_PAIR))) called, inlined;

static void bounce_call(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	for (;;) {
		called.turns++;
		fiber_switch(&self->context, &called.own);
	}
}

static void bounce_inline(struct fiber_context *left, struct fiber *self)
{
	(void)left;
	for (;;) {
		inlined.turns++;
		fiber_switch_inline(&self->context, &inlined.own);
	}
}

static bool setup_bare(struct cell *cell, struct partner *partner,
		       fiber_entry *bounce)
{
	cell->state = partner;
	cell->trouble = "no memory for another fiber";
	if (!partner->fiber)
		partner->fiber = fiber_make(bounce);
	return partner->fiber;
}

static bool setup_call(struct cell *cell)
{
	return setup_bare(cell, &called, bounce_call);
}

static bool setup_inline(struct cell *cell)
{
	return setup_bare(cell, &inlined, bounce_inline);
}

__attribute__((noinline)) static void body_call(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct fiber_context *partner = &called.fiber->context;

	(void)cell;
	(void)core;
	while (count--)
		fiber_switch(&called.own, partner);
}

__attribute__((noinline)) static void body_inline(struct cell *cell,
						  unsigned core, uint64_t count)
{
	struct fiber_context *partner = &inlined.fiber->context;

	(void)cell;
	(void)core;
	while (count--)
		fiber_switch_inline(&inlined.own, partner);
}

/* Turns are counted on both sides, ours in a register that the other side
 * uses, too; and what stands on this stack is as it was. */
static bool validate_bare(struct cell *cell)
{
	struct partner *partner = cell->state;
	volatile uint64_t on_stack = CHECKED_TURNS;
	uint64_t before = partner->turns;

	for (unsigned i = 0; i < CHECKED_TURNS; i++) {
		cell->variant->body(cell, 0, 1);
		if (partner->turns - before != i + 1)
			return false;
	}
	cell->variant->body(cell, 0, CHECKED_TURNS);
	cell->checked = 2 * CHECKED_TURNS;
	return partner->turns - before == 2 * CHECKED_TURNS &&
	       on_stack == CHECKED_TURNS;
}

/* ---- yield: through the run queue, one after the other ------------------ */

struct ring {
	struct join ended;
	unsigned fibers;  /* the one that is measured included */
	bool stop, wrong;
	uint64_t turn;    /* validation: whose it is, counted on */
	unsigned made;    /* validation: each takes its number from here */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static bool setup_yield(struct cell *cell)
{
	struct ring *ring = cell->state = bench_scratch(sizeof(*ring));

	if (!ring)
		return false;
	ring->fibers = (unsigned)cell->variant->params[0].value;
	cell->trouble = fibers_trouble(ring->fibers);
	return !cell->trouble;
}

static void pass_on(void *arg)
{
	struct ring *ring = arg;

	while (!ring->stop)
		sched_pass();
}

/* All but the first; each is ready when the first yields. */
static void begin_ring(struct ring *ring, void (*fn)(void *arg))
{
	ring->stop = false;
	join_init(&ring->ended);
	for (unsigned i = 1; i < ring->fibers; i++)
		if (!sched_spawn(fn, ring, &ring->ended))
			machine_panic("no memory for the fibers of switch");
}

static void enter_yield(struct cell *cell, unsigned core)
{
	(void)core;
	begin_ring(cell->state, pass_on);
}

static void leave_yield(struct cell *cell, unsigned core)
{
	struct ring *ring = cell->state;

	(void)core;
	ring->stop = true;
	sched_join(&ring->ended);
}

/* A yield of ours lets all the others have theirs. */
__attribute__((noinline)) static void body_yield(struct cell *cell,
						 unsigned core, uint64_t count)
{
	uint64_t fibers = ((struct ring *)cell->state)->fibers;

	(void)core;
	for (; count; count -= fibers)
		sched_pass();
}

/* Of two fibers, each there and back: what can be timed one by one. */
__attribute__((noinline)) static void body_trip(struct cell *cell,
						unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		sched_pass();
}

/* It is always the next one's turn. */
static void check_turn(struct ring *ring, unsigned self)
{
	ring->wrong |= ring->turn % ring->fibers != self;
	ring->turn++;
}

static void pass_on_checked(void *arg)
{
	struct ring *ring = arg;
	unsigned self = ++ring->made;

	while (!ring->stop) {
		check_turn(ring, self);
		sched_pass();
	}
}

static void check_yield(void *arg)
{
	struct cell *cell = arg;
	struct ring *ring = cell->state;

	begin_ring(ring, pass_on_checked);
	for (unsigned i = 0; i < CHECKED_TURNS; i++) {
		check_turn(ring, 0);
		sched_pass();
	}
	leave_yield(cell, 0);
}

static bool validate_yield(struct cell *cell)
{
	struct ring *ring = cell->state;

	cell->checked = (uint64_t)CHECKED_TURNS * ring->fibers;
	return sched_run(1, check_yield, cell) && !ring->wrong &&
	       ring->turn == cell->checked;
}

/* ---- rows --------------------------------------------------------------- */

#define BARE                                                                 \
	.per = "round trip (2 switches)", .most_cores = 1,                   \
	.least_batch = BATCH, .validate = validate_bare,                     \
	.property = "one turn a switch, stack kept"
#define YIELD(n)                                                             \
	.params = (const struct param[]){ { "fibers", n }, { NULL, 0 } },    \
	.stage = STAGE_FIBER, .most_cores = 1, .setup = setup_yield,         \
	.validate = validate_yield, .property = "fibers run in turn",        \
	.enter = enter_yield, .leave = leave_yield
#define YIELD_ROW(n, ...)                                                    \
	{ .name = "yield", YIELD(n), .per = "yield",                         \
	  .summary = "yield to the next fiber, " #n " in turn",              \
	  .least_batch = n, .body = body_yield, ##__VA_ARGS__ }

static const struct variant variants[] = {
	{ .name = "inline", BARE, .setup = setup_inline, .body = body_inline,
	  .summary = "switch stacks and back, inlined, no scheduler" },
	{ .name = "call", BARE, .setup = setup_call, .body = body_call,
	  .summary = "switch to another stack and back, no scheduler" },
	YIELD_ROW(2),
	YIELD_ROW(16, .full_only = true),
	YIELD_ROW(256),
	{ .name = "yield/trip", YIELD(2), .per = "round trip (2 yields)",
	  .summary = "yield to another fiber, which yields back",
	  .full_only = true, .body = body_trip },
};
ROWS(switch, variants);
