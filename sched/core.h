/* SPDX-License-Identifier: MIT */
/*
 * The state of one core's scheduler. Inside sched/ only.
 */
#ifndef SCHED_CORE_H
#define SCHED_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/fiber.h"
#include "sched/inbox.h"
#include "sched/queue/ring.h"
#include "sched/runq.h"
#include "sched/sched.h"
#include "sched/timerq.h"

/* Yields between two looks at timers and shared work. */
#define SCHED_POLL_EVERY 64u

struct sched_core {
	/* Owner only. */
	struct fiber *current;   /* NULL while the loop itself runs */
	struct runq ready;
	struct fiber *pool;      /* finished fibers, linked by next */
	uint32_t until_poll;     /* yields left */
	uint32_t index;
	void *loop_sp;           /* where the loop waits while a fiber runs */
	struct timerq sleepers;

	/* Written by the owner, read by all: own line. */
	uint64_t spawned __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t finished;
	uint64_t switches, waits, wakes_sent, taken;

	/* Any core, atomic: own line. */
	struct inbox inbox __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint32_t idle;           /* 1: in machine_wait() or about to */
};

/* One run of sched_run(). */
struct sched_state {
	unsigned cores;
	struct sched_core *core[MACHINE_MAX_CORES];
	uint32_t stop;           /* atomic: everything has ended */
	struct join main;        /* counts the main fiber; nobody waits on it */
	struct ring shared;      /* work that any core may take */
};

extern struct sched_state sched;

/* The calling core's scheduler. */
static inline struct sched_core *sched_here(void)
{
	return machine_scheduler();
}

/* Adds 1 to a counter that only this core writes. R1: pairs with A1 in
 * total() of sched/loop.c. */
static inline void sched_count(uint64_t *counter)
{
	atomic_store_release(counter, *counter + 1);
}

/* One more fiber that join waits for; its end. */
void sched_join_add(struct join *join);
void sched_join_ended(struct join *join);

/*
 * Switches from the running fiber, which the caller has put where it belongs,
 * to the next ready one, or to the loop when there is none. Comes back when
 * the fiber runs again.
 */
void sched_leave(struct sched_core *here);

/* Moves due sleepers, the inbox and, if nothing is ready, shared work into
 * the run queue. */
void sched_poll(struct sched_core *here);

/* Wakes the core if it sleeps; what it is to find must be in place. */
void sched_kick(struct sched_core *core);

/* A fiber for fn(arg) with its join; NULL out of memory. Owner. */
struct fiber *sched_new(struct sched_core *here, void (*fn)(void *arg),
			void *arg, struct join *join);

/* Runs fibers until the run is over; on each core. */
void sched_loop(struct sched_core *here);

#endif
