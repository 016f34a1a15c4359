/* SPDX-License-Identifier: MIT */
/*
 * What a thief leaves to the others. Core 0 submits and then does nothing, so
 * what core 1 does, here in the same thread, is the same in each run.
 */
#include "sched/executor/deque_team.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/sched/memory.h"
#include "tests/unit/test.h"

#define TASKS 256u
#define THIEF 1u

static struct deque_team *s;
static void *memory;
static uint32_t ran;
static uint32_t left;   /* with core 0, as the last task saw it */
static uint32_t thefts; /* times that it has become less */
static uint32_t most;   /* of the thief's that others may take, seen by a task */

static uint32_t size_of(unsigned core)
{
	return deque_size(&s->deques.core[core].deque);
}

static void task(void *arg)
{
	(void)arg;
	ran++;
	thefts += size_of(0) != left;
	left = size_of(0);
	if (size_of(THIEF) > most)
		most = size_of(THIEF);
}

/* By such a budget each task is a batch of its own. */
static void make(uint32_t capacity)
{
	const struct executor_options o = { .capacity = capacity, .budget = 1 };

	fake.cores = 2;
	s = dirty_memory(sizeof(*s));
	memory = dirty_memory(deque_team_bytes(2, &o));
	deque_team_init(s, memory, 2, &o);
	deque_team_begin(s, 2);
	ran = thefts = most = 0;
}

static void unmake(void)
{
	free(s);
	free(memory);
}

static void submit(unsigned core, uint32_t tasks)
{
	for (uint32_t i = 0; i < tasks; i++)
		deque_team_submit(s, core, (struct work){ task, NULL });
}

static void rob(uint32_t capacity, uint32_t tasks)
{
	make(capacity);
	submit(0, tasks);
	team_root_done(&s->team);
	left = tasks;
	deque_team_work(s, THIEF);
	CHECK_EQUAL(ran, tasks);
	CHECK_EQUAL(s->team.worker[THIEF].stats.tasks, tasks);
	CHECK_EQUAL(s->team.worker[THIEF].stats.stolen, tasks);
	unmake();
}

/* As few as halves of at most DEQUE_BATCH allow, however long tasks are. */
TEST(deque_team_thefts_do_not_grow_with_tasks)
{
	uint32_t least = 0;

	for (uint32_t n = TASKS, half; n; n -= half, least++) {
		half = (n + 1) / 2;
		half = half < DEQUE_BATCH ? half : DEQUE_BATCH;
	}
	rob(TASKS, TASKS);
	CHECK_EQUAL(thefts, least);
}

/* All but what it runs now. */
TEST(deque_team_stolen_tasks_can_be_stolen)
{
	rob(TASKS, TASKS);
	CHECK_EQUAL(most, DEQUE_BATCH - 1);
	rob(4, 4); /* of a smaller deque as much as fits */
	CHECK_EQUAL(most, 1);
}

/* Who is released ends its own work and takes no other's. */
TEST(deque_team_who_is_released_ends_its_own)
{
	make(TASKS);
	submit(0, 3);
	submit(THIEF, 5);
	s->width = THIEF;
	deque_team_work(s, THIEF);
	CHECK_EQUAL(ran, 5);
	CHECK_EQUAL(size_of(THIEF), 0);
	CHECK_EQUAL(size_of(0), 3);
	unmake();
}

static uint32_t after_first; /* in the deque, as a batch's first task saw it */

static void look(void *arg)
{
	(void)arg;
	if (!ran++)
		after_first = size_of(0);
}

/* Core 0 works by itself: what its first batch of eight tasks leaves. */
static uint32_t left_by_first_batch(void)
{
	struct pace *pace = &s->worker[0].pace;

	ran = 0;
	for (uint32_t i = 0; i < 8; i++)
		deque_team_submit(s, 0, (struct work){ look, NULL });
	*pace = (struct pace){ .batch = 8, .budget = UINT64_MAX };
	s->team.over = 0;
	deque_team_work(s, 0);
	CHECK_EQUAL(ran, 8);
	return after_first;
}

/* Whom nobody robs takes all at once. After a theft half is left to thieves,
 * until they have not come for a while. */
TEST(deque_team_leaves_half_after_a_theft)
{
	struct work stolen;
	unsigned rounds = 0;

	make(TASKS);
	team_root_done(&s->team);
	CHECK_EQUAL(left_by_first_batch(), 0);
	submit(0, 1);
	CHECK(deque_steal(&s->deques.core[0].deque, &stolen));
	team_ran(&s->team, THIEF, 1);
	CHECK_EQUAL(left_by_first_batch(), 4);
	while (rounds < 100 && left_by_first_batch())
		rounds++;
	CHECK(rounds && rounds < 100);
	unmake();
}
