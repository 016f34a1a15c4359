/* SPDX-License-Identifier: MIT */
/*
 * A fiber: a stack with a descriptor at its top.
 *
 *	guard page | canary ... stack grows down ... | struct fiber
 *
 * Finished fibers are pooled with their stacks and keep their context: a
 * fiber's outermost frame is a loop that runs one function after the other,
 * so a respawn writes two words and queues it. Inside sched/ and its
 * benchmarks only; everybody else uses sched.h.
 */
#ifndef SCHED_FIBER_H
#define SCHED_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

	/* Home core only, while asleep (sched/timerq.h). */
	uint64_t deadline;
	uint64_t order;          /* first to sleep wakes first among equals */
	struct fiber *child, *sibling;

	/* Any core, atomic. */
	uint32_t state;          /* enum fiber_state */

	/* Written before the fiber is first handed to its home. */
	void (*at_end)(void);    /* runs when fn has returned */
	uint32_t home;           /* core that runs it */
	uint64_t *canary;        /* lowest word of its stack */
};

#define FIBER_CANARY 0x71756965746C796Bull

/*
 * Saves the caller's context, its stack pointer in *save, and goes on where
 * `load` was saved (sched/switch.asm).
 */
void fiber_switch(void **save, void *load);

/*
 * A new fiber that, when first switched to, runs its fn(arg), then
 * at_end(), then its fn(arg) again (another one by then), for ever.
 * NULL when out of memory. Any core.
 */
struct fiber *fiber_make(void (*at_end)(void));

/* Leaves the frames of the running fiber's function and ends it: goes on as
 * if the function had returned (sched/switch.asm). */
_Noreturn void fiber_unwind(struct fiber *fiber);

/* Stops the run if the fiber has written over the low end of its stack. */
void fiber_check(const struct fiber *fiber);

/* Bytes one fiber takes, guard page included. */
size_t fiber_bytes(void);

#endif
