/* SPDX-License-Identifier: MIT */
/*
 * Whole runs of each executor, from run() to the end that the workers find by
 * themselves: a lost wake-up or an end not found is a deadlock here, one found
 * too early a task that has not run.
 */
#include <string.h>

#include "kernel/atomic.h"
#include "sched/executor/executor.h"
#include "tests/explore/engine/program.h"
#include "tests/explore/engine/machine.h"

#define SMALL 2u /* capacities */
#define LARGE 4u
#define TASKS 4u
#define BYTES 32768u
#define TASK_TICKS 1000u
#define BUDGET 10u

static struct executor_options options = { .budget = BUDGET };
static char memory[BYTES] __attribute__((aligned(MACHINE_LINE_PAIR)));
static char executor[BYTES] __attribute__((aligned(MACHINE_LINE_PAIR)));
static const struct executor_kind *kind;
static void (*root)(void *executor, void *arg);

static uint32_t ran[TASKS];     /* atomic */
static uint32_t written[TASKS]; /* plain: before submit(), in the task */
static uint32_t left[TASKS];    /* plain: in the task, after the run */
static uint32_t wanted;         /* tasks that the program submits */

static void begin(const char *name, uint32_t capacity, uint32_t tasks,
		  void (*root_fn)(void *executor, void *arg))
{
	const unsigned cores = 2;

	options.capacity = capacity;
	machine_new(cores);
	EXECUTOR_EACH(entry)
		if (!strcmp((*entry)->name, name))
			kind = *entry;
	explore_check(kind->bytes(cores, &options) <= BYTES &&
		      kind->size <= BYTES, "the executor is too large");
	kind->init(executor, memory, cores, &options);
	explore_name(executor, sizeof(executor), "executor");
	explore_name(memory, sizeof(memory), "memory");
	for (unsigned i = 0; i < TASKS; i++)
		ran[i] = written[i] = left[i] = 0;
	wanted = tasks;
	root = root_fn;
}

static void task(void *arg)
{
	uintptr_t i = (uintptr_t)arg;

	explore_check(written[i] == i + 1, "root's store is not seen");
	left[i] = 1;
	machine_pass(TASK_TICKS);
	atomic_add_relaxed(&ran[i], 1);
}

static void submit(void (*run)(void *arg), uintptr_t i)
{
	written[i] = (uint32_t)i + 1;
	kind->submit(executor, (struct work){ run, (void *)i });
}

static void parent(void *arg)
{
	submit(task, wanted - 1);
	task(arg);
}

static void flat(void *e, void *arg)
{
	for (uintptr_t i = 0; i < wanted; i++)
		submit(task, i);
}

/* Two ranges, the first of two tasks. */
static void ranges(void *e, void *arg)
{
	for (uintptr_t i = 0; i < wanted; i++)
		written[i] = (uint32_t)i + 1;
	executor_range(kind, e, task, 0, 2);
	explore_check(atomic_load_relaxed(&ran[0]) == 1 &&
		      atomic_load_relaxed(&ran[1]) == 1 &&
		      left[0] == 1 && left[1] == 1,
		      "the range ended before a task");
	executor_range(kind, e, task, 2, wanted - 2);
}

/* A range's task submits the last one. */
static void range_tree(void *e, void *arg)
{
	for (uintptr_t i = 0; i + 1 < wanted; i++)
		written[i] = (uint32_t)i + 1;
	executor_range(kind, e, parent, 0, 1);
	executor_range(kind, e, task, 1, wanted - 2);
}

/* The last task is the first one's. */
static void tree(void *e, void *arg)
{
	submit(parent, 0);
	for (uintptr_t i = 1; i + 1 < wanted; i++)
		submit(task, i);
}

/* Root may wait for a task, so another core has to be woken for it. */
static void wait_for_it(void *e, void *arg)
{
	flat(e, arg);
	while (!atomic_load_acquire(&ran[0]))
		cpu_relax();
}

static void thread(unsigned self)
{
	if (self) {
		machine_park(self);
		return;
	}
	kind->run(executor, root, NULL);
	for (unsigned i = 0; i < wanted; i++)
		explore_check(left[i] == 1, "the run ended before a task");
	machine_close();
}

static void finish(void)
{
	uint64_t counted = 0;

	for (unsigned i = 0; i < wanted; i++)
		explore_check(ran[i] == 1, "a task ran twice or not at all");
	for (unsigned i = 0; i < 2; i++)
		counted += kind->stats(executor, i)->tasks;
	explore_check(counted == wanted, "the tasks are not what was counted");
}

#define PROGRAM_OF(capacity, id, executor_name, tasks, root_fn, ...)         \
	static void id##_setup(void)                                         \
	{                                                                    \
		begin(executor_name, capacity, tasks, root_fn);              \
	}                                                                    \
	EXPLORE_PROGRAM(id) = {                                              \
		.name = #id, .threads = 2, .setup = id##_setup,              \
		.thread = thread, .finish = finish, .spins = 8,              \
		.bound = __VA_ARGS__,                                        \
	}

#define PROGRAM(...) PROGRAM_OF(SMALL, __VA_ARGS__)

PROGRAM(executor_shared_none, "shared", 0, flat, { 2, 2, 2 });
PROGRAM(executor_shared_flat, "shared", 2, flat, { 3, 2, 2 });
PROGRAM(executor_shared_tree, "shared", 2, tree, { 3, 2, 2 });
PROGRAM(executor_shared_full, "shared", 4, flat, { 2, 1, 2 });
PROGRAM(executor_shared_wake, "shared", 1, wait_for_it, { 3, 2, 3 });
PROGRAM(executor_steal_flat, "steal", 2, flat, { 3, 1, 2 });
PROGRAM(executor_steal_tree, "steal", 2, tree, { 3, 2, 2 });
PROGRAM(executor_steal_full, "steal", 4, flat, { 2, 1, 2 });
/* A theft of two: one for the thief, one that may be stolen back. */
PROGRAM_OF(LARGE, executor_steal_back, "steal", 4, flat, { 2, 1, 2 });
PROGRAM(executor_spsc_flat, "spsc", 2, flat, { 3, 1, 2 });
PROGRAM(executor_spsc_tree, "spsc", 3, tree, { 2, 1, 2 });
PROGRAM(executor_static_ranges, "static", 3, ranges, { 3, 2, 2 });
PROGRAM(executor_static_tree, "static", 3, range_tree, { 2, 1, 2 });
PROGRAM(executor_chunk_ranges, "chunk", 4, ranges, { 3, 2, 2 });
PROGRAM(executor_chunk_tree, "chunk", 3, range_tree, { 2, 1, 2 });
PROGRAM(executor_adaptive_flat, "adaptive", 3, flat, { 2, 1, 2 });
PROGRAM(executor_adaptive_tree, "adaptive", 4, tree, { 2, 1, 2 });
