/* SPDX-License-Identifier: MIT */
/* A pool on the fake machine's one core; its clock is pool_tick()'s. */
#include "sched/pool/pool.h"

#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define TASKS 40u

static struct pool pool;
static struct work slot[TASKS];
static unsigned ended;
static bool go;          /* blocked tasks may end */

static struct pool_rules rules = {
	.least = 3, .most = 10, .starve = true, .idle = 1000,
};

static void blocked(void *arg)
{
	(void)arg;
	while (!go)
		sched_pass();
	ended++;
}

static void begin(unsigned tasks)
{
	pool_init(&pool, &rules, slot, TASKS);
	for (unsigned i = 0; i < tasks; i++)
		CHECK(pool_submit(&pool, (struct work){ blocked, NULL }));
}

static void everybody(void)
{
	for (unsigned i = 0; i < 4 * TASKS; i++)
		sched_pass();
}

/* One look, and what it asks for. */
static void look(void)
{
	pool_tick(&pool, tsc_read());
	pool_serve(&pool);
	everybody();
}

static void check_counts(uint32_t workers, uint32_t running, uint32_t pending)
{
	struct pool_facts f = pool_facts(&pool);

	CHECK_EQUAL(f.workers, workers);
	CHECK_EQUAL(f.running, running);
	CHECK_EQUAL(f.pending, pending);
}

static void starving(void *arg)
{
	(void)arg;
	begin(TASKS);
	CHECK(!pool_submit(&pool, (struct work){ blocked, NULL }) ||
	      pool_facts(&pool).pending < TASKS);
	everybody();
	check_counts(3, 3, pool_facts(&pool).pending);
	look(); /* three were taken since it began */
	check_counts(3, 3, pool_facts(&pool).pending);
	look();
	check_counts(4, 4, pool_facts(&pool).pending);
	look(); /* the new one has taken a task */
	check_counts(4, 4, pool_facts(&pool).pending);
	for (unsigned i = 0; i < 100; i++)
		look();
	check_counts(10, 10, pool_facts(&pool).pending);
	go = true;
	everybody();
	check_counts(10, 0, 0);
	pool_close(&pool);
	check_counts(0, 0, 0);
}

TEST(pool_adds_workers_while_tasks_starve_up_to_the_most)
{
	CHECK(sched_run(1, starving, NULL));
	CHECK(ended >= TASKS);
}

static void idling(void *arg)
{
	uint64_t now;

	(void)arg;
	go = true;
	begin(5);
	everybody();
	check_counts(3, 0, 0);
	pool_retire(&pool, 0); /* a time before they became idle */
	everybody();
	check_counts(3, 0, 0);
	now = tsc_read() + rules.idle;
	pool_retire(&pool, now);
	everybody();
	check_counts(0, 0, 0);
	CHECK(pool_submit(&pool, (struct work){ blocked, NULL }));
	everybody(); /* they come back at once */
	check_counts(1, 0, 0);
	pool_close(&pool);
}

TEST(pool_lets_idle_workers_go_and_makes_new_ones)
{
	CHECK(sched_run(1, idling, NULL));
	CHECK_EQUAL(ended, 6);
}

static void shrinking(void *arg)
{
	(void)arg;
	begin(0);
	pool_begin_at(&pool, 9);
	for (unsigned i = 0; i < 20; i++)
		pool_submit(&pool, (struct work){ blocked, NULL });
	everybody();
	check_counts(9, 9, 11);
	pool_begin_at(&pool, 4);
	go = true;
	everybody();
	check_counts(4, 0, 0);
	pool_close(&pool);
}

TEST(pool_above_its_target_workers_retire_after_their_task)
{
	CHECK(sched_run(1, shrinking, NULL));
	CHECK_EQUAL(ended, 20);
}

static void closing(void *arg)
{
	(void)arg;
	begin(20);
	everybody();
	check_counts(3, 3, 17);
	go = true;
	pool_close(&pool);
	check_counts(0, 0, 0);
}

TEST(pool_closed_ends_what_runs_and_drops_what_waits)
{
	CHECK(sched_run(1, closing, NULL));
	CHECK_EQUAL(ended, 3);
}
