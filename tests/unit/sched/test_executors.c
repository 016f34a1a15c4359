/* SPDX-License-Identifier: MIT */
/*
 * Every registered executor on one core, on several, and on fewer than it was
 * made for: each task runs once, whatever there is to run. That it sees what
 * its submitter wrote: tests/torture.
 */
#include <string.h>

#include "kernel/atomic.h"
#include "kernel/tsc.h"
#include "sched/executor/crossing.h"
#include "sched/executor/executor.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/sched/memory.h"
#include "tests/unit/test.h"

#define CORES 3u
#define MANY 20000u
#define LONG_CHAIN 300000u /* calls deeper than any stack */

static const struct executor_options two = { .capacity = 2 };
static const struct executor_kind *kind;
static void *executor;
static unsigned cores;          /* that the executor was made for */

static uint32_t ran[LONG_CHAIN];   /* atomic: times the task ran */
static uint32_t limit;          /* tasks, where tasks submit some */

static void make(const struct executor_options *o)
{
	executor = dirty_memory(kind->size);
	CHECK(kind->init(executor, dirty_memory(kind->bytes(cores, o)), cores, o));
}

static void submit(void (*run)(void *arg), uintptr_t arg)
{
	kind->submit(executor, (struct work){ run, (void *)arg });
}

/* Runs root and checks the books: `tasks` of them, each once. */
static void run(void (*root)(void *executor, void *arg), uint32_t tasks)
{
	uint64_t counted = 0, submits = 0, wrong = 0;

	memset(ran, 0, sizeof(ran));
	kind->run(executor, root, (void *)(uintptr_t)tasks);
	for (uint32_t i = 0; i < tasks; i++)
		wrong += ran[i] != 1;
	for (unsigned i = 0; i < cores; i++) {
		const struct executor_stats *stats = kind->stats(executor, i);
		counted += stats->tasks;
		submits += stats->submits;
		CHECK(stats->inline_runs <= stats->submits);
		/* Each was submitted here or taken from somebody. */
		CHECK(stats->tasks <= stats->submits + stats->stolen ||
		      !strcmp(kind->name, "shared"));
	}
	check_equal(__FILE__, __LINE__, kind->name, wrong, 0);
	check_equal(__FILE__, __LINE__, kind->name, counted, tasks);
	check_equal(__FILE__, __LINE__, kind->name, submits, tasks);
	CHECK((kind->workers(executor) > 0) == (tasks > 0));
	CHECK(kind->workers(executor) <= (kind->parallel ? cores : 1));
}

/* For each executor: `made` cores planned, `come` cores there. A ticket lock
 * is handed over in order, also to a thread that does not run: no more threads
 * there than the smallest host has processors. */
static void each(unsigned made, unsigned come, void (*test)(void))
{
	cores = made;
	fake.cores = come;
	EXECUTOR_EACH(entry) {
		kind = *entry;
		if (come < 3 || strcmp(kind->name, "shared"))
			test();
	}
}

/* As many as planned, and fewer. */
static void everywhere(void (*test)(void))
{
	each(1, 1, test);
	for (unsigned made = 2; made <= CORES; made++)
		for (unsigned come = 1; come <= made; come++)
			each(made, come, test);
}

static void mark(void *arg)
{
	atomic_add_relaxed(&ran[(uintptr_t)arg], 1);
}

static void flat(void *e, void *arg)
{
	(void)e;
	for (uintptr_t i = 0; i < (uintptr_t)arg; i++)
		submit(mark, i);
}

/* With queues as they are, and with the smallest: full all the time. */
static void none_one_many(void)
{
	static const uint32_t tasks[] = { 0, 1, 0, 2, MANY, 1 };
	size_t left = fake.memory_left;

	make(NULL);
	CHECK(kind->bytes(cores, NULL) <= cores * (64u << 10));
	for (unsigned i = 0; i < 6; i++)
		run(flat, tasks[i]);
	CHECK_EQUAL(fake.memory_left, left); /* bytes() is all it needs */
	make(&two);
	run(flat, 0);
	run(flat, MANY);
}

TEST(executors_none_one_many)
{
	everywhere(none_one_many);
}

/* ---- ranges: root submits all at once -------------------------------------- */

static void range_root(void *e, void *arg)
{
	uint32_t tasks = (uint32_t)(uintptr_t)arg, half = tasks / 2;

	executor_range(kind, e, mark, 0, half);
	for (uint32_t i = 0; kind->range && i < half; i++)
		CHECK(ran[i] == 1); /* when it returns */
	executor_range(kind, e, mark, half, 0);
	if (tasks > half)
		submit(mark, half);
	executor_range(kind, e, mark, half + 1, tasks > half ?
		       tasks - half - 1 : 0);
}

static void ranges(void)
{
	make(NULL);
	run(range_root, 0);
	run(range_root, 1);
	run(range_root, 3);
	run(range_root, MANY);
	make(&two);
	run(range_root, MANY);
}

TEST(executors_ranges)
{
	everywhere(ranges);
}

/* ---- trees: tasks submit tasks ---------------------------------------------- */

static void node(void *arg)
{
	uintptr_t i = (uintptr_t)arg;

	atomic_add_relaxed(&ran[i], 1);
	for (uintptr_t child = 2 * i + 1; child <= 2 * i + 2; child++)
		if (child < limit)
			submit(node, child);
}

static void tree_root(void *e, void *arg)
{
	(void)e;
	limit = (uint32_t)(uintptr_t)arg;
	submit(node, 0);
}

static void tree_of_a_range(void *e, void *arg)
{
	limit = (uint32_t)(uintptr_t)arg;
	executor_range(kind, e, node, 0, 1);
}

/* More than any queue holds, from one task. */
static void burst(void *arg)
{
	atomic_add_relaxed(&ran[(uintptr_t)arg], 1);
	for (uintptr_t i = 1; i < limit; i++)
		submit(mark, i);
}

static void burst_root(void *e, void *arg)
{
	(void)e;
	limit = (uint32_t)(uintptr_t)arg;
	submit(burst, 0);
}

/* Each submits the next: as plain calls they would overrun the stack. */
static void link_of_chain(void *arg)
{
	uintptr_t i = (uintptr_t)arg;

	atomic_add_relaxed(&ran[i], 1);
	if (i + 1 < limit)
		submit(link_of_chain, i + 1);
}

static void chain_root(void *e, void *arg)
{
	(void)e;
	limit = (uint32_t)(uintptr_t)arg;
	submit(link_of_chain, 0);
}

static void trees(void)
{
	make(NULL);
	run(tree_root, MANY);
	run(tree_of_a_range, MANY);
	run(burst_root, MANY);
	run(chain_root, LONG_CHAIN);
	make(&two);
	run(tree_root, MANY);
	run(burst_root, MANY);
	run(chain_root, MANY);
}

TEST(executors_trees)
{
	everywhere(trees);
}

/* ---- what a crossing costs --------------------------------------------------------------------- */

TEST(executors_crossing)
{
	uint64_t ticks;

	fake.cores = 2;
	ticks = crossing_ticks();
	CHECK(ticks > 0 && ticks < machine_clock()->hz);
	fake.cores = 1; /* the other one never comes: an end all the same */
	CHECK_EQUAL(crossing_ticks(), machine_clock()->hz / 1000);
}

/* Of any capacity; the next that use them find them empty. */
TEST(executors_crossing_leaves_the_queues_empty)
{
	struct work slots[2][128] = { { { 0 } } }, found;

	for (uint32_t capacity = 2; capacity <= 128; capacity *= 8) {
		struct deque deque;
		struct buffer ring;

		deque_init(&deque, slots[0], capacity);
		buffer_init(&ring, slots[1], capacity);
		CHECK(crossing_extra(&deque, &ring) <
		      machine_clock()->hz * DECIDE_UNIT);
		CHECK_EQUAL(buffer_own_size(&ring), 0);
		CHECK_EQUAL(deque_size(&deque), 0);
		for (uint32_t i = 0; i < capacity; i++)
			CHECK(deque_push(&deque, (struct work){ 0 }));
		CHECK(!deque_push(&deque, (struct work){ 0 }));
		CHECK(deque_pop(&deque, &found));
	}
}
