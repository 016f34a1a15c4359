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

/* X(name, the core on which it does so, what, what it is). */
#define BODIES(X)                                                            \
	X(hangs0, 0, spin_for_ever, "hangs on core 0")                       \
	X(hangs1, 1, spin_for_ever, "hangs on core 1")                       \
	X(deaf0, 0, deaf_for_ever, "hangs on core 0, deaf")                  \
	X(deaf1, 1, deaf_for_ever, "hangs on core 1, deaf")                  \
	X(null0, 0, read_null, "reads page 0 on core 0")                     \
	X(null1, 1, read_null, "reads page 0 on core 1")                     \
	X(ud0, 0, do_what_nobody_knows, "no instruction, on core 0")         \
	X(ud1, 1, do_what_nobody_knows, "no instruction, on core 1")         \
	X(ours0, 0, mislead_ours, "calls ours, on core 0")                   \
	X(ours1, 1, mislead_ours, "calls ours, on core 1")                   \
	X(gs0, 0, spoil_gs, "spoils %gs, on core 0")                         \
	X(gs1, 1, spoil_gs, "spoils %gs, on core 1")

#define BODY(title, wrong_core, what, says)                                  \
	__attribute__((noinline)) static void                                \
	title(struct cell *cell, unsigned core, uint64_t count)              \
	{                                                                    \
		(void)cell;                                                  \
		while (count--) {                                            \
			if (core == (wrong_core))                            \
				what();                                      \
			__asm__ volatile("" : : : "memory");                 \
		}                                                            \
	}

BODIES(BODY)
BODY(fiber0, 0, mislead_ours, )
BODY(fine, 0, right, )

#define VARIANT(title, wrong_core, what, says)                               \
	{ .name = #title, .per = "turn", .summary = says, .body = title,     \
	  .least_cores = 2 * (wrong_core) },

static const struct variant bad[] = {
	BODIES(VARIANT)
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
