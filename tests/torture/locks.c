/* SPDX-License-Identifier: MIT */
/*
 * Every registered lock on all cores. Mutual exclusion by a pair of plain
 * counters that only the lock keeps equal (a race is also one for the thread
 * sanitizer); with random lengths inside and outside, and random tries.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/barrier/central.h"
#include "sched/lock/lock.h"
#include "tests/torture/torture.h"

#define LONGEST 64u /* turns of a waiting loop */

static struct {
	const struct lock_kind *kind;
	void *lock;
	uint64_t first, second; /* plain */
	uint64_t apart;         /* plain: times the two were seen unequal */
	uint64_t per_core, seed;
	uint64_t entered;       /* atomic */
	struct barrier start;
} t;

static void linger(uint64_t turns)
{
	for (volatile uint64_t i = 0; i < turns; i++)
		;
}

static bool take(union lock_node *node, uint64_t random)
{
	if (t.kind->try && random % 4 == 0)
		return t.kind->try(t.lock, node);
	t.kind->acquire(t.lock, node);
	return true;
}

static void one_core(unsigned core, void *arg)
{
	uint64_t state = torture_seed(t.seed, core), entered = 0;
	union lock_node node;

	(void)arg;
	barrier_wait(&t.start);
	while (entered < t.per_core) {
		uint64_t random = torture_random(&state);

		if (!take(&node, random))
			continue;
		t.apart += t.first != t.second;
		t.first++;
		linger(random >> 8 & (LONGEST - 1));
		t.second++;
		entered++;
		t.kind->release(t.lock, &node);
		linger(random >> 16 & (LONGEST - 1));
	}
	atomic_add_relaxed(&t.entered, entered);
}

static unsigned check(unsigned cores)
{
	unsigned broken = 0;

	if (t.apart)
		broken += torture_broken("%s: two cores inside, %llu times",
					 t.kind->name,
					 (unsigned long long)t.apart);
	if (t.first != t.entered || t.second != t.entered ||
	    t.entered != cores * t.per_core)
		broken += torture_broken("%s: %llu and %llu counted of %llu",
					 t.kind->name,
					 (unsigned long long)t.first,
					 (unsigned long long)t.second,
					 (unsigned long long)t.entered);
	if (t.kind->is_locked(t.lock))
		broken += torture_broken("%s: still locked", t.kind->name);
	return broken;
}

static unsigned torture_locks(unsigned cores, uint64_t operations,
			      uint64_t seed)
{
	unsigned broken = 0, kinds = 0;

	LOCK_EACH(entry) {
		const struct lock_kind *kind = *entry;

		memset(&t, 0, sizeof(t));
		t.kind = kind;
		t.lock = machine_alloc(kind->size, MACHINE_LINE_PAIR);
		t.per_core = operations / cores;
		t.seed = seed;
		kind->init(t.lock);
		barrier_init(&t.start, cores);
		machine_run(cores, one_core, NULL);
		broken += check(cores);
		kinds++;
	}
	return kinds ? broken : torture_broken("no lock is registered");
}

TORTURE(locks, "mutual exclusion of every lock", torture_locks);
