/* SPDX-License-Identifier: MIT */
#include "bench/proof/lock_check.h"

#include "bench/conditions/watchdog.h"
#include "bench/proof/verdicts.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Entries per core, at most, and how long at most. */
#define ENTRIES 2000u
#define CHECK_MS 100u

static struct {
	const struct lock_kind *kind;
	void *lock;
	uint64_t entered; /* atomic: by all cores */

	/* Plain on purpose: only the lock keeps the two equal. */
	uint64_t first __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint64_t second;
	bool apart;
} check __attribute__((aligned(MACHINE_LINE_PAIR)));

static void enter_often(unsigned core, void *arg)
{
	uint64_t end = tsc_read() + ticks_of_ms(CHECK_MS);
	uint64_t entered = 0;
	union lock_node node;

	(void)core;
	(void)arg;
	while (entered < ENTRIES && tsc_read() < end) {
		check.kind->acquire(check.lock, &node);
		check.apart |= check.first != check.second;
		check.first++;
		check.second++;
		check.kind->release(check.lock, &node);
		entered++;
	}
	atomic_add_relaxed(&check.entered, entered);
}

static bool prove(const struct lock_kind *kind, void *lock, unsigned cores)
{
	check.kind = kind;
	check.lock = lock;
	check.entered = check.first = check.second = 0;
	check.apart = false;
	watchdog_begin();
	machine_run(cores, enter_often, NULL);
	watchdog_end();
	return check.entered && !check.apart &&
	       check.first == check.entered && check.second == check.entered &&
	       !kind->is_locked(lock);
}

bool lock_check(const struct lock_kind *kind, void *lock, unsigned cores,
		struct proof *proof)
{
	const struct verdict *known = verdict_find(kind, cores, 0);

	if (known) {
		*proof = known->proof;
		return proof->proven != DISPROVEN;
	}
	*proof = (struct proof){
		.property = LOCK_PROPERTY, .primitive = kind->name,
		.proven = proven_if(prove(kind, lock, cores)),
		.operations = check.entered,
	};
	verdict_add(&(struct verdict){ kind, cores, 0, *proof });
	return proof->proven != DISPROVEN;
}
