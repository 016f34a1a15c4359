/* SPDX-License-Identifier: MIT */
/*
 * The scheduler: cooperative fibers on every core, no preemption.
 *
 * Each core runs its own loop over its local run queue (touched by no other
 * core), its inbox (fibers that other cores woke or sent) and the shared
 * work queue (sched/queue/shared.h). A fiber belongs to one core at a time and
 * runs until it yields, sleeps, blocks or ends. A core with nothing to do
 * halts in machine_wait() and is woken by whoever gives it work.
 *
 * Everything here is called from a fiber unless said otherwise.
 */
#ifndef SCHED_SCHED_H
#define SCHED_SCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sched/work.h"

struct fiber;

#define SCHED_STACK_DEFAULT 16384u /* bytes of a fiber's stack */
#define SCHED_QUEUE_CAPACITY 1024u /* entries of the shared work queue */

/*
 * Runs main_fn(arg) as the first fiber of core 0 with schedulers on cores
 * 0 .. cores - 1, and returns when it has ended and no fiber is left
 * anywhere. Core 0, outside any fiber. False if memory was short.
 */
bool sched_run(unsigned cores, void (*main_fn)(void *arg), void *arg);

/* ---- fibers ------------------------------------------------------------ */

/*
 * A count of fibers somebody waits for. One waiter; may live on its stack.
 *
 *	struct join join;
 *	join_init(&join);
 *	sched_spawn(work, &x, &join);
 *	sched_join(&join);
 */
struct join {
	uint32_t pending;      /* atomic: fibers alive, plus 1 for all those
				* that at_home counts, while it is not 0 */
	uint32_t done;         /* atomic: the last fiber is through with it */
	struct fiber *waiter;  /* written before the waiter gives up its 1 */
	uint32_t home;         /* core of join_init() */
	uint32_t at_home;      /* home only: fibers alive that it has spawned
				* for itself, plus the waiter's 1 */
};

/* On the core that is to wait. */
void join_init(struct join *join);

/*
 * A new fiber on this core, ready to run after those already ready; join may
 * be NULL. False when out of memory (nothing happened then).
 */
bool sched_spawn(void (*fn)(void *arg), void *arg, struct join *join);

/* The same on another core of this run; wakes it if it sleeps. */
bool sched_spawn_on(unsigned core, void (*fn)(void *arg), void *arg,
		    struct join *join);

/* Waits until every fiber counted by join has ended. Once per join_init(). */
void sched_join(struct join *join);

/* Ends the calling fiber; what returning from its function does. */
_Noreturn void sched_finish(void);

/*
 * Yields: lets every other ready fiber of this core run first. Not called
 * sched_yield(): that is POSIX's, and in a Linux program the C library would
 * call ours in its place, outside any fiber.
 */
void sched_pass(void);

/*
 * The same after a look at who is due: sleepers, woken fibers, shared work,
 * which sched_pass() looks for only now and then. For a fiber that runs long
 * between two yields, as at the end of a time slice.
 */
void sched_pass_due(void);

/* Sleeps until the time stamp reaches deadline (ticks). */
void sched_sleep_until(uint64_t deadline);

/* The calling fiber. */
struct fiber *sched_self(void);

/*
 * Blocks the calling fiber until sched_wake(); returns at once if a wake came
 * since the last block (one is remembered, more are not). It may be a stale
 * wake: the caller looks at its condition again, in a loop.
 */
void sched_block(void);

/* Wakes a fiber, wherever it lives. Any fiber of this run, any core. */
void sched_wake(struct fiber *fiber);

/* ---- shared work ------------------------------------------------------- */

/*
 * Puts work into the shared queue; the first core with nothing better to do
 * runs it in a fiber of its own. False when the queue is full.
 */
bool sched_submit(struct work work);

struct lock_kind;
struct queue_kind;

/*
 * From the next run on the shared queue is the ring under that lock, or that
 * queue; both NULL: the ring under an inlined back-off lock, as it is
 * unless this is called. Memory of an earlier choice is not given back. False, and
 * nothing happened: out of memory, or shared_queue_unfit() has a reason. Core
 * 0, outside any run.
 */
bool sched_share(const struct lock_kind *lock, const struct queue_kind *queue);

/* ---- facts ------------------------------------------------------------- */

/* Cores of this run. */
unsigned sched_cores(void);

/* Bytes of memory one fiber takes: descriptor, stack, guard page. */
size_t sched_fiber_bytes(void);

/*
 * Of a core since sched_run() began: how often a fiber gave it up (by a yield
 * that found nobody else ready, too), how often it ran out of work, the cores
 * it woke, the shared work it took.
 */
struct sched_counts { uint64_t switches, waits, wakes_sent, taken; };
struct sched_counts sched_counts(unsigned core);

#endif
