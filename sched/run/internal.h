/* SPDX-License-Identifier: MIT */
/*
 * The state of one core's scheduler. Inside sched/ only.
 */
#ifndef SCHED_RUN_INTERNAL_H
#define SCHED_RUN_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/fiber/fiber.h"
#include "sched/queue/shared.h"
#include "sched/run/inbox.h"
#include "sched/run/runq.h"
#include "sched/run/timerq.h"
#include "sched/sched.h"

/* Turns between two looks at timers and shared work. A power of two. */
#define SCHED_POLL_EVERY 64u

/* SCHED_BUSY is 0: the core looks for work before it waits. SCHED_IDLE: it has
 * looked everywhere since it said so, and waits without a deadline. */
enum sched_idle { SCHED_BUSY, SCHED_IDLE, SCHED_IDLE_UNTIL };

struct sched_core {
	/* Owner only. */
	struct fiber *current;   /* NULL while the loop itself runs */
	struct runq ready;
	/* Finished fibers made here, with this home. `spare` is one of them
	 * while that is free; see pool_fiber() in sched/run/fibers.c. */
	struct fiber *spare;
	bool spare_free;
	struct fiber *pool;      /* all others */
	struct fiber *foreign;   /* finished fibers that others made */
	uint32_t index;
	struct fiber_context loop; /* where it waits while a fiber runs */
	uint64_t turns;          /* times a fiber gave up the core */
	struct timerq sleepers;

	/* Written by the owner, read by all: own line. They only grow, but for
	 * a submit that fails (sched/run/shared_work.c). */
	uint64_t spawned __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t finished;
	uint64_t waits;          /* times it became idle */
	uint64_t wakes_sent, taken;

	/* Any core, atomic: own line. */
	struct inbox inbox __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct inbox returned;   /* of our making, ended elsewhere */
	uint32_t idle;           /* enum sched_idle */
};

/* One run of sched_run(). */
struct sched_state {
	unsigned cores;
	struct sched_core *core[MACHINE_MAX_CORES];
	uint32_t stop;           /* atomic: everything has ended */
	struct join main;        /* counts the main fiber; nobody waits on it */
	struct shared_queue shared; /* work that any core may take */
};

extern struct sched_state sched;

/* The calling core's scheduler. */
static inline struct sched_core *sched_here(void)
{
	return machine_scheduler();
}

/* Adds 1 to a counter that only this core writes. R1: pairs with A1 in
 * sum_over_cores() of sched/run/start_and_end.c. */
static inline void count_up(uint64_t *counter)
{
	atomic_store_release(counter, *counter + 1);
}

/* One more fiber that join, unless NULL, waits for; it may run anywhere. */
static inline void fiber_joins(struct fiber *fiber, struct join *join)
{
	fiber->join = join;
	fiber->joins_at_home = false;
	/* The caller holds a share (its own fiber's or the waiter's), so the
	 * count is not 0 and no order is needed. */
	if (join)
		atomic_add_relaxed(&join->pending, 1);
}

/* The same of a fiber that runs here. Where join's home is here, it is counted
 * without a locked instruction. A count that is 0 stays so: its share of
 * `pending` has been given up. */
static inline void fiber_joins_here(struct sched_core *here,
				    struct fiber *fiber, struct join *join)
{
	if (__builtin_expect(join && (join->home != here->index ||
				      !join->at_home), 0)) {
		fiber_joins(fiber, join);
		return;
	}
	fiber->join = join;
	fiber->joins_at_home = true;
	if (join)
		join->at_home++;
}

/* The end of a fiber: the join of which it has a share of `pending` to give
 * up, its own or that of all at home; NULL where others are left there. */
static inline struct join *join_left_by(const struct fiber *fiber)
{
	struct join *join = fiber->join;

	return join && fiber->joins_at_home && --join->at_home ? NULL : join;
}

/* Gives that share up. */
void join_fiber_ended(struct join *join);

/*
 * Switches from the running fiber, which the caller has put where it belongs,
 * to the next ready one, or to the loop when there is none. Comes back when
 * the fiber runs again.
 */
void core_run_next(struct sched_core *here);

/* Moves the inbox, due sleepers and one piece of shared work into the run
 * queue. */
void core_poll(struct sched_core *here);

/*
 * True if the fiber that gives up the core has to poll first: now and then,
 * and when somebody has sent something, so that no mix of yields, blocks and
 * ends keeps others waiting for ever. Before it enters any queue or pool: the
 * poll might take it out again, and its own core must not find a fiber whose
 * context is not saved yet.
 */
static inline bool core_poll_due(struct sched_core *here)
{
	return __builtin_expect(++here->turns % SCHED_POLL_EVERY == 0 ||
				!inbox_empty(&here->inbox), 0);
}

/* The same for a fiber that ends, counted by `finished`: a counter of its own,
 * so that a spawn, a yield and an end do not wait for each other's. */
static inline __attribute__((always_inline))
bool core_poll_due_at_end(struct sched_core *here)
{
	return __builtin_expect((here->finished + 1) % SCHED_POLL_EVERY == 0 ||
				!inbox_empty(&here->inbox), 0);
}

/* Wakes the core if it sleeps; what it is to find must be in place. */
void core_wake(struct sched_core *core);

/* The same for one idle core, the first after our own. */
void core_wake_another(const struct sched_core *here);

/* A fiber for fn(arg), which no join waits for yet; NULL when out of memory.
 * Owner. */
struct fiber *core_new_fiber(struct sched_core *here, void (*fn)(void *arg),
			     void *arg);

/* sched_spawn() when the pool is empty. */
bool sched_spawn_slow(void (*fn)(void *arg), void *arg, struct join *join);

/* Sleeps unless there is something to do; false when the run is over. Owner,
 * with no fiber ready. */
bool core_idle(struct sched_core *here);

/* Makes the shared queue empty, as sched_share() has chosen it. Before a run. */
bool sched_init_shared(void);

/* Runs fibers until the run is over; on each core. */
void core_loop(struct sched_core *here);

/* Whether the run is over; if so, tells the others. Core 0, idle. */
bool sched_run_over(void);

/* The main fiber has ended. Any core. */
bool sched_main_ended(void);

#endif
