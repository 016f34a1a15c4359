/* SPDX-License-Identifier: MIT */
/*
 * A fiber: a stack with a descriptor at its top.
 *
 *	guard page | canary ... stack grows down | struct fiber
 *
 * Finished fibers are pooled with their stacks. One is made ready for its next
 * function by a context that begins at the top again: no frame is built there,
 * and nothing is saved at an end. Inside sched/ and its benchmarks only;
 * everybody else uses sched.h.
 */
#ifndef SCHED_FIBER_FIBER_H
#define SCHED_FIBER_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sched/fiber/switch_inline.h"

/* Characters of a panic's text. */
#define PANIC_TEXT 160u

struct join;

/* A parked fiber waits for a wake; a notified one has one to spend. */
enum fiber_state { FIBER_RUNNING, FIBER_PARKED, FIBER_NOTIFIED };

struct fiber {
	/* Home core only. */
	struct fiber_context context; /* while it does not run */
	struct fiber *next;      /* in a run queue, an inbox or a pool */
	void (*fn)(void *arg);
	void *arg;
	struct join *join;       /* NULL: nobody waits for its end */
	uint64_t *canary;        /* lowest word of its stack; fixed */

	/* Any core, atomic. */
	uint32_t state;          /* enum fiber_state */

	/* Written before the fiber is handed to its home. */
	uint32_t home;           /* core that runs it */

	/* Home core only, while asleep (sched/run/timerq.h). */
	uint64_t deadline;
	uint64_t order;          /* first to sleep wakes first among equals */
	struct fiber *child, *sibling;

	/* Fixed by whoever made it. */
	uint32_t maker;          /* core whose pool it belongs to */

	/* Written with `join`: how it is counted there. */
	bool joins_at_home;
};

#define FIBER_CANARY 0x71756965746C796Bull

/*
 * Saves the caller's context in *save and goes on at *load
 * (sched/fiber/switch.asm). Inlined: sched/fiber/switch_inline.h.
 */
void fiber_switch(struct fiber_context *save,
		  const struct fiber_context *load);

/*
 * What a fiber begins with: self is the fiber, left the context that whoever
 * switched to it has saved. Not a function of C's own: nobody has called it, so
 * it must not return.
 */
typedef void fiber_entry(struct fiber_context *left, struct fiber *self);

/* A new fiber that begins with entry when first switched to. NULL when out of
 * memory. Any core. */
struct fiber *fiber_make(fiber_entry *entry);

_Static_assert(offsetof(struct fiber, context) == 0,
	       "a switch leaves its second argument, the context, to entry");

/* Has the fiber begin anew. The stack begins right below the descriptor, as
 * if a call had just pushed its return address there. */
static inline void fiber_rewind(struct fiber *fiber, fiber_entry *entry)
{
	fiber->context = (struct fiber_context){
		.sp = (uint64_t *)fiber - 1, .pc = (void *)entry, .bp = NULL,
	};
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
