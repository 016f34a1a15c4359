/* SPDX-License-Identifier: MIT */
/*
 * The run loop and every way to wake: fibers that spawn here and elsewhere,
 * yield, sleep, block, are woken, submit and join, all at random. If a wake
 * is lost the run never ends, and the alarm says so.
 */
#include <stddef.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "sched/sched.h"
#include "sched/sem.h"
#include "tests/torture/torture.h"

#define SLEEP_US 20u
#define GROUP 8u      /* children that one parent joins */
#define DEPTH 3u

static uint64_t base_seed;
static uint32_t expected, ended, submitted, taken; /* atomic */
static uint32_t sems_broken; /* atomic */

struct parent {
	unsigned depth;
	uint64_t state;     /* of the random numbers */
};

/* ---- two fibers that block and wake each other in turn ------------------ */

struct pair {
	struct fiber *fiber[2]; /* written before the first wake */
	uint32_t turn;          /* atomic: whose turn it is */
	uint64_t count;         /* plain: only who has the turn touches it */
	uint64_t most;
	uint32_t ready;         /* atomic: both have written their fiber */
	struct join ended;
};

static void take_turns(struct pair *pair, unsigned self)
{
	pair->fiber[self] = sched_self();
	atomic_add_acq_rel(&pair->ready, 1);
	while (atomic_load_acquire(&pair->ready) != 2)
		sched_pass();
	for (;;) {
		while (atomic_load_acquire(&pair->turn) != self)
			sched_block();
		bool last = ++pair->count >= pair->most;
		atomic_store_release(&pair->turn, 1 - self);
		sched_wake(pair->fiber[1 - self]);
		if (last)
			return;
	}
}

static void first(void *arg)
{
	take_turns(arg, 0);
}

static void second(void *arg)
{
	take_turns(arg, 1);
}

static void run_pair(unsigned a, unsigned b, uint64_t turns)
{
	struct pair pair = { .most = turns };

	join_init(&pair.ended);
	sched_spawn_on(a, first, &pair, &pair.ended);
	sched_spawn_on(b, second, &pair, &pair.ended);
	sched_join(&pair.ended);
}

/* ---- many fibers that share few units ----------------------------------- */

#define UNITS 2u
#define SHARERS 6u
#define SHARES 16u

struct share {
	struct semaphore units, lock; /* the lock: one unit */
	uint32_t holders;             /* atomic */
	uint32_t too_many;            /* atomic: times more held than may */
	uint64_t taken;               /* plain: the lock keeps it right */
};

static void take_shares(void *arg)
{
	struct share *share = arg;

	for (unsigned i = 0; i < SHARES; i++) {
		semaphore_down(&share->units);
		if (atomic_add_relaxed(&share->holders, 1) >= UNITS)
			atomic_add_relaxed(&share->too_many, 1);
		if (i % 2)
			sched_pass();
		semaphore_down(&share->lock);
		share->taken++;
		semaphore_up(&share->lock);
		atomic_sub_relaxed(&share->holders, 1);
		semaphore_up(&share->units);
	}
}

/* A wake-up that is lost is a fiber that never ends. */
static void run_shares(uint64_t *state)
{
	struct share share = { .taken = 0 };
	struct join ended;

	semaphore_init(&share.units, UNITS);
	semaphore_init(&share.lock, 1);
	join_init(&ended);
	for (unsigned i = 0; i < SHARERS; i++)
		sched_spawn_on((unsigned)(torture_random(state) %
					  sched_cores()),
			       take_shares, &share, &ended);
	sched_join(&ended);
	if (share.too_many || share.taken != SHARERS * SHARES ||
	    share.units.count != UNITS || share.lock.count != 1)
		atomic_add_relaxed(&sems_broken, 1);
}

/* ---- a tree of fibers that do random things ----------------------------- */

static void work(void *arg)
{
	(void)arg;
	atomic_add_relaxed(&taken, 1);
}

static void something(uint64_t *state)
{
	uint64_t us = machine_clock()->hz / 1000000;

	switch (torture_random(state) % 4) {
	case 0:
		sched_pass();
		break;
	case 1:
		sched_sleep_until(tsc_read() + SLEEP_US * us);
		break;
	case 2:
		if (sched_submit((struct work){ work, NULL }))
			atomic_add_relaxed(&submitted, 1);
		break;
	default:
		sched_wake(sched_self()); /* a stale one: harmless */
		break;
	}
}

static void node(void *arg)
{
	struct parent *above = arg;
	struct parent self = { .depth = above->depth - 1 };
	struct join join;

	self.state = torture_seed(base_seed,
				  atomic_add_relaxed(&expected, 1));
	for (unsigned i = 0; i < 3; i++)
		something(&self.state);
	if (self.depth) {
		join_init(&join);
		for (unsigned i = 0; i < GROUP; i++)
			sched_spawn_on((unsigned)(torture_random(&self.state) %
						  sched_cores()),
				       node, &self, &join);
		sched_join(&join);
	}
	atomic_add_relaxed(&ended, 1);
}

static uint64_t wanted;

static void all(void *arg)
{
	uint64_t *state = arg;
	unsigned cores = sched_cores();

	while (atomic_load_relaxed(&ended) < wanted) {
		struct parent root = { .depth = DEPTH, .state = *state };
		struct join join;

		join_init(&join);
		sched_spawn(node, &root, &join);
		run_pair((unsigned)(torture_random(state) % cores),
			 (unsigned)(torture_random(state) % cores), 64);
		run_shares(state);
		sched_join(&join);
	}
}

static unsigned torture_sched(unsigned cores, uint64_t operations,
			      uint64_t seed)
{
	uint64_t state = torture_seed(seed, 0);
	unsigned broken = 0;

	base_seed = seed;
	wanted = operations / 10;
	for (unsigned n = 1; n <= cores; n++) {
		expected = ended = submitted = taken = sems_broken = 0;
		if (!sched_run(n, all, &state))
			return torture_broken("no memory for the scheduler");
		if (ended != expected)
			broken += torture_broken("%u cores: %u fibers began, "
						 "%u ended", n, expected,
						 ended);
		if (taken != submitted)
			broken += torture_broken("%u cores: %u submitted, %u "
						 "ran", n, submitted, taken);
		if (sems_broken)
			broken += torture_broken("%u cores: %u times units of "
						 "a semaphore were lost or "
						 "made", n, sems_broken);
	}
	return broken;
}

TORTURE(sched, "run loop, wake-ups, joins, semaphores, submissions", torture_sched);
