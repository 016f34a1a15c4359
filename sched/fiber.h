/* SPDX-License-Identifier: MIT */
/*
 * A fiber: a stack with a descriptor at its top.
 *
 *	guard page | canary ... stack grows down ... first frame | struct fiber
 *
 * Finished fibers are pooled with their stacks. The first frame is never
 * written again, so a fiber that has ended is made ready for its next function
 * by pointing sp back to it: nothing is saved at an end. Inside sched/ and its
 * benchmarks only; everybody else uses sched.h.
 */
#ifndef SCHED_FIBER_H
#define SCHED_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Characters of a panic's text. */
#define PANIC_TEXT 160u

struct join;

/* A parked fiber waits for a wake; a notified one has one to spend. */
enum fiber_state { FIBER_RUNNING, FIBER_PARKED, FIBER_NOTIFIED };

struct fiber {
	/* Home core only. */
	void *sp;                /* while it does not run: where to go on */
	struct fiber *next;      /* in a run queue, an inbox or a pool */
	void (*fn)(void *arg);
	void *arg;
	struct join *join;       /* NULL: nobody waits for its end */
	uint64_t *canary;        /* lowest word of its stack; fixed */

	/* Any core, atomic. */
	uint32_t state;          /* enum fiber_state */

	/* Written before the fiber is handed to its home. */
	uint32_t home;           /* core that runs it */

	/* Home core only, while asleep (sched/timerq.h). */
	uint64_t deadline;
	uint64_t order;          /* first to sleep wakes first among equals */
	struct fiber *child, *sibling;

	/* Fixed by whoever made it. */
	void (*at_end)(void);    /* does not return */
	uint32_t maker;          /* core whose pool it belongs to */
};

#define FIBER_CANARY 0x71756965746C796Bull

/*
 * Saves the caller's context, its stack pointer in *save, and goes on where
 * `load` was saved (sched/switch.asm).
 */
void fiber_switch(void **save, void *load);

/* The same, but the caller's context is given up. */
_Noreturn void fiber_jump(void *load);

/*
 * A new fiber that, when first switched to, runs its fn(arg), then at_end(),
 * which must not return. NULL when out of memory. Any core.
 */
struct fiber *fiber_make(void (*at_end)(void));

/* What the first switch to a fiber pops, lowest address first. */
struct fiber_frame {
	uint64_t r15, r14, r13, r12, rbp, rbx;
	void (*resume)(void);
};

/* Makes a fiber begin anew, at its fn(arg), when it is next switched to. */
static inline void fiber_rewind(struct fiber *fiber)
{
	fiber->sp = (struct fiber_frame *)fiber - 1;
}

/* Stops the run: the fiber has written over the low end of its stack. */
_Noreturn void fiber_overrun(const struct fiber *fiber);

/* Checks that; one load and a branch. */
static inline void fiber_check(const struct fiber *fiber)
{
	if (__builtin_expect(*fiber->canary != FIBER_CANARY, 0))
		fiber_overrun(fiber);
}

/* Bytes one fiber takes, guard page included. */
size_t fiber_bytes(void);

#endif
