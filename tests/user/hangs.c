/* SPDX-License-Identifier: MIT */
/* Bodies that hang or fault on one core, in a way that a test chooses by name:
 * each has to be named and left out, and what follows is measured. */
#include "bench/bench.h"
#include "kernel/machine.h"
#include "kernel/recall.h"

static volatile uint64_t turns;

__attribute__((noinline)) static void spin_for_ever(void)
{
	for (;;)
		turns++;
}

/* Deaf: no interrupt reaches it. Linux lets no program be so. */
__attribute__((noinline)) static void deaf_for_ever(void)
{
	if (!__STDC_HOSTED__)
		__asm__ volatile("cli");
	for (;;)
		turns += 2;
}

__attribute__((noinline)) static void read_null(void)
{
	volatile uint64_t *volatile nowhere = NULL;

	turns += *nowhere;
}

__attribute__((noinline)) static void do_what_nobody_knows(void)
{
	__asm__ volatile("ud2");
}

/* Our own function faults, called by the user's. */
__attribute__((noinline)) static void mislead_ours(void)
{
	char *volatile nowhere = NULL;

	machine_place(nowhere, MACHINE_PLACE, 0);
	turns++;
}

/* By %gs a core finds what is its own, and does so here. */
__attribute__((noinline)) static void spoil_gs(void)
{
	__asm__ volatile("mov %0, %%gs" : : "r"(0));
	turns += (uint64_t)machine_scheduler();
}

__attribute__((noinline)) static void right(void)
{
	turns++;
}

#define BODY(name, wrong_core, what)                                         \
	__attribute__((noinline)) static void                                \
	name(struct cell *cell, unsigned core, uint64_t count)               \
	{                                                                    \
		(void)cell;                                                  \
		while (count--) {                                            \
			if (core == (wrong_core))                            \
				what();                                      \
			__asm__ volatile("" : : : "memory");                 \
		}                                                            \
	}

BODY(hangs0, 0, spin_for_ever)
BODY(hangs1, 1, spin_for_ever)
BODY(deaf0, 0, deaf_for_ever)
BODY(deaf1, 1, deaf_for_ever)
BODY(null0, 0, read_null)
BODY(null1, 1, read_null)
BODY(ud0, 0, do_what_nobody_knows)
BODY(ud1, 1, do_what_nobody_knows)
BODY(ours0, 0, mislead_ours)
BODY(ours1, 1, mislead_ours)
BODY(gs0, 0, spoil_gs)
BODY(gs1, 1, spoil_gs)
BODY(fiber0, 0, mislead_ours)
BODY(fine, 0, right)

static const struct variant bad[] = {
	{ .name = "hangs0", .per = "turn", .summary = "hangs on core 0",
	  .body = hangs0 },
	{ .name = "hangs1", .per = "turn", .summary = "hangs on core 1",
	  .body = hangs1, .least_cores = 2 },
	{ .name = "deaf0", .per = "turn", .summary = "hangs on core 0, deaf",
	  .body = deaf0 },
	{ .name = "deaf1", .per = "turn", .summary = "hangs on core 1, deaf",
	  .body = deaf1, .least_cores = 2 },
	{ .name = "null0", .per = "turn", .summary = "reads page 0 on core 0",
	  .body = null0 },
	{ .name = "null1", .per = "turn", .summary = "reads page 0 on core 1",
	  .body = null1, .least_cores = 2 },
	{ .name = "ud0", .per = "turn", .summary = "no instruction, on core 0",
	  .body = ud0 },
	{ .name = "ud1", .per = "turn", .summary = "no instruction, on core 1",
	  .body = ud1, .least_cores = 2 },
	{ .name = "ours0", .per = "turn", .summary = "calls ours, on core 0",
	  .body = ours0 },
	{ .name = "ours1", .per = "turn", .summary = "calls ours, on core 1",
	  .body = ours1, .least_cores = 2 },
	{ .name = "gs0", .per = "turn", .summary = "spoils %gs, on core 0",
	  .body = gs0 },
	{ .name = "gs1", .per = "turn", .summary = "spoils %gs, on core 1",
	  .body = gs1, .least_cores = 2 },
	{ .name = "fiber0", .per = "turn", .summary = "calls ours in a fiber",
	  .body = fiber0, .stage = STAGE_FIBER },
	{ .name = "fine", .per = "turn", .summary = "has nothing wrong",
	  .body = fine },
};

EXPERIMENT(hangs, bad, "goes on beside what hangs or faults");

static const struct variant without[] = {
	{ .name = "alone0", .per = "turn", .summary = "hangs on core 0",
	  .body = hangs0 },
	{ .name = "fine", .per = "turn", .summary = "has nothing wrong",
	  .body = fine },
};

EXPERIMENT(untimed, without, "hangs where core 0's timer is its own",
	   .own_timer = true);
