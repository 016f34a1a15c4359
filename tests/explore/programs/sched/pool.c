/* SPDX-License-Identifier: MIT */
/* A pool with a worker on each of two cores: its tasks run, its workers end. */
#include "sched/pool/pool.h"
#include "tests/explore/programs/sched/programs.h"

#define TASKS 2u

static struct pool pool;
static struct work slot[TASKS];

SCHED_PROGRAM(sched_pool_workers, 2, TASKS, { 1, 1, 1 })
{
	static const struct pool_rules rules = { .least = 2, .most = 2 };

	pool_init(&pool, &rules, slot, TASKS);
	for (unsigned i = 0; i < TASKS; i++)
		pool_submit(&pool, (struct work){ count, NULL });
	for (;;) {
		sched_pass(); /* one of the workers is on this core */
		if (atomic_load_relaxed(&done) == TASKS)
			break;
		cpu_relax();
	}
	pool_close(&pool);
	explore_check(!pool_facts(&pool).workers, "a worker is left");
}
