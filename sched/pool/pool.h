/* SPDX-License-Identifier: MIT */
/*
 * A pool of workers: fibers on all cores that take tasks from one queue, first
 * come, first served. A task may sleep or block; its worker is held meanwhile.
 *
 * How many workers there may be is `target`. It begins at `least`, and two
 * policies, each on its own or both, move it up to `most`:
 *
 *	starvation avoidance (starve.h)  tasks wait and none is taken: one more
 *	hill climbing (climb.h)          what raises the throughput is kept
 *
 * They run in pool_tick(), which may be called from a timer interrupt: it
 * decides, and leaves the new target in a word. Whoever passes through the
 * pool carries it out: who submits, a worker between two tasks, a task that
 * calls pool_pass(), the owner by pool_serve(). Below the target a worker is
 * made where tasks wait; above it one retires when its task is done. A worker
 * that found no task for `idle` ticks retires as well, also below `least`:
 * that many come back at once when tasks do.
 *
 * Where memory for stacks ends, the target ends, too: pool_limit() tells.
 *
 * One owner: the fiber that calls init, serve, retire and close, on core 0.
 */
#ifndef SCHED_POOL_POOL_H
#define SCHED_POOL_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine.h"
#include "sched/lock/ticket.h"
#include "sched/pool/climb.h"
#include "sched/pool/starve.h"
#include "sched/sched.h"
#include "sched/work.h"

struct pool_rules {
	uint32_t least, most;  /* workers: at once, and ever; 1 <= least <= most */
	bool starve, climb;    /* the policies */
	uint32_t climb_every;  /* ticks of the pool in a sample of the climb */
	uint64_t idle;         /* ticks of the time stamp until one retires */
};

/* What is seen of a pool from outside; each number by itself is right. */
struct pool_facts {
	uint32_t workers;      /* that exist */
	uint32_t running;      /* that have a task, asleep or not */
	uint32_t pending;      /* tasks that wait */
	uint32_t target;
	uint64_t taken, done;  /* tasks so far */
};

struct pool_worker;

struct pool {
	struct pool_rules rules;   /* fixed */
	struct join ended;         /* all workers */

	/* Under the lock; what is marked atomic is read without it. */
	struct ticket_lock lock __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct work *slot;
	uint32_t capacity, first;  /* of the queue: where the next one is */
	uint32_t pending, workers, running; /* atomic */
	uint64_t taken, done;      /* atomic */
	uint32_t coming;           /* workers made or called, not here yet */
	uint32_t next_core;        /* where the next worker goes */
	struct pool_worker *idle;  /* the last to become idle first */
	bool closing;

	/* atomic: what the policies want; what memory allows */
	uint32_t target __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint32_t limit;

	/* pool_tick()'s own. */
	struct starve starve;
	struct climb climb;
	uint32_t ticks;            /* of this sample */
	uint64_t sample_done, sample_start;
	bool saturated;            /* tasks waited at each tick of it */
	bool changing;             /* tasks of the count before are to end */
};

static inline size_t pool_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

/* A pool without workers, its queue in `memory` of pool_bytes(capacity). */
void pool_init(struct pool *pool, const struct pool_rules *rules, void *memory,
	       uint32_t capacity);

/* The count that an earlier load has left: least <= target <= most. Before the
 * first submit. */
void pool_begin_at(struct pool *pool, uint32_t target);

/* Adds a task; false where the queue is full. Any fiber of this run. */
bool pool_submit(struct pool *pool, struct work work);

/* One look of the policies at time `now`. Any context; core 0 alone. */
void pool_tick(struct pool *pool, uint64_t now);

/* Makes the workers that the target asks for. Any fiber of this run. */
void pool_serve(struct pool *pool);

/* Yields, and serves the pool: what a task calls that computes for long. */
void pool_pass(struct pool *pool);

/* Lets go workers that have been idle for too long. Owner. */
void pool_retire(struct pool *pool, uint64_t now);

/* Ends the pool: tasks that run end first, those that wait are thrown away.
 * Returns when no worker is left. Owner, once. */
void pool_close(struct pool *pool);

/* Any context. */
struct pool_facts pool_facts(const struct pool *pool);

/* Workers that memory allowed; UINT32_MAX while it never ran out. */
uint32_t pool_limit(const struct pool *pool);

#endif
