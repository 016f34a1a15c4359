/* SPDX-License-Identifier: MIT */
/*
 * What the hardware itself asks: the floors that every lock, queue and switch
 * is measured against, in the same run. docs/method.md names them RMW, XST,
 * CALL, LINE and STAMP.
 */
#include "bench/bench.h"
#include "bench/samples/spin.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define CHECKED 1000u

struct state {
	uint64_t word __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
	uint64_t calls;
	void (*function)(struct state *s);

	/* Ping-pong: whose turn it is; atomic, its own line. */
	uint64_t turn __attribute__((aligned(MACHINE_LINE_PAIR)));
};

__attribute__((noinline)) static void do_nothing(struct state *s)
{
	__asm__ volatile("" : : "r"(s)); /* must not be optimised away */
}

static bool setup_floor(struct cell *cell)
{
	struct state *s = cell->state = bench_scratch(sizeof(*s));

	if (s)
		s->function = do_nothing;
	return s;
}

__attribute__((noinline)) static void floor_rmw(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--)
		atomic_add_relaxed(&s->word, 1);
}

/*
 * What a lock and its unlock cannot do without. The next exchange waits for the
 * store before it, so this is more than the exchange alone takes on some
 * machines. In relaxed order: nothing is passed on.
 */
__attribute__((noinline)) static void floor_xst(struct cell *cell,
						unsigned core, uint64_t count)
{
	struct state *s = cell->state;

	(void)core;
	while (count--) {
		(void)atomic_swap_relaxed(&s->word, 1);
		atomic_store_relaxed(&s->word, 0);
	}
}

__attribute__((noinline)) static void floor_call(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct state *s = cell->state;
	void (*volatile *function)(struct state *) =
		(void (*volatile *)(struct state *))&s->function;

	(void)core;
	while (count--)
		(*function)(s);
}

__attribute__((noinline)) static void floor_stamp(struct cell *cell,
						  unsigned core, uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		(void)tsc_read();
}

/* ---- a cache line's way there and back --------------------------------- */

/*
 * Core 0 makes turn odd, core 1 even, as in handover/cas: by compare-exchange,
 * which asks for the line to be written at once, where a wait that loads gets
 * it shared first and pays again to store. In relaxed order: nothing is passed
 * on but the line itself.
 */
__attribute__((noinline)) static void floor_line(struct cell *cell,
						 unsigned core, uint64_t count)
{
	struct state *s = cell->state;
	uint64_t turn = atomic_load_relaxed(&s->turn), found = turn;
	uint32_t looks = 0;

	(void)core;
	for (; count--; found = turn += 2) {
		while (!atomic_cas_relaxed(&s->turn, &found, turn + 1)) {
			found = turn;
			spin_again(&looks);
		}
	}
	while (atomic_load_relaxed(&s->turn) != turn)
		spin_again(&looks);
}

static void floor_answer(struct cell *cell, unsigned core)
{
	struct state *s = cell->state;
	uint64_t turn = atomic_load_relaxed(&s->turn) | 1, found = turn;
	uint32_t looks = 0;

	(void)core;
	while (!bench_stopped(cell)) {
		if (atomic_cas_relaxed(&s->turn, &found, turn + 1))
			turn += 2;
		else
			spin_again(&looks);
		found = turn;
	}
}

/* ---- validation --------------------------------------------------------- */

static bool validate_rmw(struct cell *cell)
{
	floor_rmw(cell, 0, CHECKED);
	cell->checked = CHECKED;
	return ((struct state *)cell->state)->word == CHECKED;
}

/* The store is there and comes last: the word is clear again. */
static bool validate_xst(struct cell *cell)
{
	struct state *s = cell->state;

	s->word = 1;
	floor_xst(cell, 0, CHECKED);
	cell->checked = CHECKED;
	return !s->word;
}

static const struct variant variants[] = {
	{
		.name = "rmw", .per = "locked add",
		.summary = "RMW: a locked read-modify-write in the first cache",
		.most_cores = 1, .setup = setup_floor, .validate = validate_rmw,
		.property = "each addition counts once",
		.body = floor_rmw, .any_core = true,
	}, {
		.name = "xst", .per = "exchange + store",
		.summary = "XST: an exchange and a plain store to its line",
		.most_cores = 1, .setup = setup_floor, .validate = validate_xst,
		.property = "the store comes last",
		.body = floor_xst, .any_core = true,
	}, {
		.name = "call", .per = "call + return",
		.summary = "CALL: an indirect call and its return",
		.most_cores = 1, .setup = setup_floor, .body = floor_call,
		.any_core = true,
	}, {
		.name = "stamp", .per = "read",
		.summary = "STAMP: an unserialised read of the time stamp",
		.most_cores = 1, .setup = setup_floor, .body = floor_stamp,
		.any_core = true,
	}, {
		.name = "line", .per = "round trip (2 transfers)",
		.summary = "LINE, twice: a cache line to another core and back",
		.least_cores = 2, .most_cores = 2, .setup = setup_floor,
		.body = floor_line, .partner = floor_answer,
	},
};

EXPERIMENT(floor, variants, "what does the hardware itself ask?",
	   .order = ORDER_FLOOR, .page = "rmw xst call line");
