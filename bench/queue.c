/* SPDX-License-Identifier: MIT */
/*
 * What one bounded queue under one ticket lock costs: to push, to pop, and
 * both in turn, alone and with every core on the same queue.
 */
#include "bench/bench.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/x86/tsc.h"
#include "sched/queue/ring.h"

/* What one core pushes at most before it pops again. */
#define CORE_SHARE 256u

/* Items a core pushes and pops while the queue is validated, at most. */
#define CHECKED_ITEMS 2000u
#define CHECK_MS 300u

struct tally {
	uint64_t pushed, popped;    /* items */
	uint64_t pushed_sum, popped_sum;
	bool out_of_order;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct state {
	struct ring ring;
	struct tally *tally;        /* one a core */
	uint64_t *last;             /* [core][producer]: last item seen */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static void nothing(void *arg)
{
	(void)arg;
}

static const struct work item = { .run = nothing };

static uint32_t round_up_to_power(uint32_t n)
{
	uint32_t power = 1;

	while (power < n)
		power *= 2;
	return power;
}

static bool setup(struct cell *cell)
{
	uint32_t capacity = round_up_to_power(cell->cores * CORE_SHARE);
	struct state *s = cell->state = bench_scratch(sizeof(*s));
	struct work *slots = bench_scratch(capacity * sizeof(*slots));

	if (!s || !slots)
		return false;
	s->tally = bench_scratch(cell->cores * sizeof(*s->tally));
	s->last = bench_scratch((size_t)cell->cores * cell->cores *
				sizeof(*s->last));
	ring_init(&s->ring, slots, capacity);
	return s->tally && s->last;
}

/* ---- timed ------------------------------------------------------------- */

__attribute__((noinline)) static void push(struct cell *cell, unsigned core,
					   uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--)
		ring_push(&s->ring, item);
}

__attribute__((noinline)) static void pop(struct cell *cell, unsigned core,
					  uint64_t count)
{
	struct state *s = cell->state;
	struct work work;

	(void)core;
	while (count--)
		ring_pop(&s->ring, &work);
}

__attribute__((noinline)) static void pair(struct cell *cell, unsigned core,
					   uint64_t count)
{
	struct state *s = cell->state;
	struct work work;

	(void)core;
	while (count--) {
		ring_push(&s->ring, item);
		ring_pop(&s->ring, &work);
	}
}

/* ---- between samples --------------------------------------------------- */

/* Each core takes out as many as it put in (the first time what `fill` put
 * in at the round's start): the queue never fills or runs dry, whichever
 * core's items they are. */
static void drain(struct cell *cell, unsigned core)
{
	pop(cell, core, cell->batch);
}

static void fill(struct cell *cell, unsigned core)
{
	push(cell, core, cell->batch);
}

/* Leaves the queue empty for the next round, whatever the last sample left. */
static void empty(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;
	struct work work;

	(void)core;
	while (ring_pop(&s->ring, &work))
		;
}

/* ---- validation -------------------------------------------------------- */

/* An item names its producer and its number there, from 1. */
static struct work make_item(unsigned core, uint64_t number)
{
	return (struct work){ nothing, (void *)(number << 16 | core) };
}

static void check_item(struct state *s, unsigned cores, unsigned core,
		       struct work work)
{
	uint64_t value = (uint64_t)work.arg, number = value >> 16;
	unsigned producer = value & 0xFFFF;
	uint64_t *last = &s->last[core * cores + producer];

	s->tally[core].popped++;
	s->tally[core].popped_sum += value;
	/* FIFO: one consumer sees each producer's items in order. */
	s->tally[core].out_of_order |= number <= *last;
	*last = number;
}

static void check_core(unsigned core, void *arg)
{
	struct cell *cell = arg;
	struct state *s = cell->state;
	struct tally *t = &s->tally[core];
	uint64_t end = tsc_read() + machine_clock()->hz / 1000 * CHECK_MS;
	struct work work;

	while (t->pushed < CHECKED_ITEMS && tsc_read() < end) {
		work = make_item(core, t->pushed + 1);
		if (ring_push(&s->ring, work)) {
			t->pushed++;
			t->pushed_sum += (uint64_t)work.arg;
		}
		if (ring_pop(&s->ring, &work))
			check_item(s, cell->cores, core, work);
	}
}

/* None lost, none twice (counts and sums agree), none out of order. */
static bool validate(struct cell *cell)
{
	struct state *s = cell->state;
	struct tally all = { 0 };
	struct work work;

	machine_run(cell->cores, check_core, cell);
	while (ring_pop(&s->ring, &work))
		check_item(s, cell->cores, 0, work);
	for (unsigned i = 0; i < cell->cores; i++) {
		all.pushed += s->tally[i].pushed;
		all.popped += s->tally[i].popped;
		all.pushed_sum += s->tally[i].pushed_sum;
		all.popped_sum += s->tally[i].popped_sum;
		all.out_of_order |= s->tally[i].out_of_order;
	}
	cell->checked = all.pushed + all.popped;
	return all.pushed && all.pushed == all.popped &&
	       all.pushed_sum == all.popped_sum && !all.out_of_order;
}

static const struct variant variants[] = {
	{
		.name = "ring/push", .per = "push",
		.summary = "push into the ring under its ticket lock",
		.setup = setup, .validate = validate, .enter = fill,
		.reset = drain, .body = push, .leave = empty,
		.most_batch = CORE_SHARE / 2,
	}, {
		.name = "ring/pop", .per = "pop",
		.summary = "pop from the ring under its ticket lock",
		.setup = setup, .validate = validate, .reset = fill,
		.body = pop, .leave = empty, .most_batch = CORE_SHARE / 2,
	}, {
		.name = "ring/pair", .per = "push + pop",
		.summary = "push, then pop",
		.setup = setup, .validate = validate, .body = pair,
		.leave = empty,
	},
};

EXPERIMENT(queue, variants,
	   "what does a queue under one lock cost, alone and shared by all?");
