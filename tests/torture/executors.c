/* SPDX-License-Identifier: MIT */
/*
 * Every registered executor: root submits tasks, tasks submit more, at random,
 * into small queues, so that full and empty are met all the time. Each task
 * runs once, and sees what its submitter wrote. A run that does not end is
 * seen by the alarm.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "sched/executor/executor.h"
#include "tests/torture/torture.h"

#define CHILDREN 4u       /* of a task at most: less than one on average */
#define LONG_ONE_IN 256u
#define LONG_TICKS 100000u
#define TASKS_A_RUN 2000u

static struct {
	const struct executor_kind *kind;
	void *executor;
	uint64_t seed;
	uint32_t most;      /* tasks of a run */
	uint32_t next;      /* atomic: the next task's number */
	uint32_t unseen;    /* atomic: tasks that missed what was written */
	uint32_t *written;  /* plain, by the submitter */
	uint32_t *ran;      /* atomic */
} t;

static void task(void *arg);

/* False: enough. */
static bool submit_one(void)
{
	uint32_t number = atomic_add_relaxed(&t.next, 1);

	if (number >= t.most)
		return false;
	t.written[number] = number + 1;
	t.kind->submit(t.executor,
		       (struct work){ task, (void *)(uintptr_t)number });
	return true;
}

static void task(void *arg)
{
	uint32_t number = (uint32_t)(uintptr_t)arg;
	uint64_t state = torture_seed(t.seed, number);
	uint64_t random = torture_random(&state);

	atomic_add_relaxed(&t.ran[number], 1);
	if (t.written[number] != number + 1)
		atomic_add_relaxed(&t.unseen, 1);
	if (!(random % LONG_ONE_IN))
		for (uint64_t end = tsc_read() + LONG_TICKS; tsc_read() < end;)
			cpu_relax();
	if (random >> 32 & 1)
		return;
	for (uint64_t i = random >> 33 & (CHILDREN - 1); i--;)
		submit_one();
}

static void root(void *executor, void *arg)
{
	(void)executor;
	(void)arg;
	while (submit_one())
		;
}

static unsigned check(unsigned cores)
{
	uint32_t lost = 0, twice = 0;
	uint64_t counted = 0;

	for (uint32_t i = 0; i < t.most; i++) {
		lost += t.ran[i] == 0;
		twice += t.ran[i] > 1;
	}
	for (unsigned i = 0; i < cores; i++)
		counted += t.kind->stats(t.executor, i)->tasks;
	if (lost || twice || t.unseen || counted != t.most)
		return torture_broken(
			"%s on %u cores, %u tasks: %u lost, %u twice, %u did "
			"not see their submitter, %llu counted", t.kind->name,
			cores, t.most, lost, twice, t.unseen,
			(unsigned long long)counted);
	return 0;
}

static void *room(size_t bytes)
{
	return aligned_alloc(MACHINE_LINE_PAIR, (bytes | 127) + 1);
}

static unsigned run(unsigned cores, uint32_t capacity, uint64_t budget,
		    uint64_t operations)
{
	const struct executor_options o = { .capacity = capacity,
					    .budget = budget };
	void *memory = room(t.kind->bytes(cores, &o));
	unsigned broken = 0;

	t.executor = room(t.kind->size);
	t.kind->init(t.executor, memory, cores, &o);
	for (uint64_t done = 0; done < operations; done += t.most) {
		uint64_t state = torture_seed(++t.seed, capacity);

		t.most = 1 + (uint32_t)(torture_random(&state) % TASKS_A_RUN);
		t.next = t.unseen = 0;
		memset(t.ran, 0, TASKS_A_RUN * sizeof(*t.ran));
		memset(t.written, 0, TASKS_A_RUN * sizeof(*t.written));
		t.kind->run(t.executor, root, NULL);
		broken += check(cores);
	}
	free(t.executor);
	free(memory);
	return broken;
}

static unsigned torture_executors(unsigned cores, uint64_t operations,
				  uint64_t seed)
{
	unsigned broken = 0, runs = 0;

	t.ran = calloc(TASKS_A_RUN, sizeof(*t.ran));
	t.written = calloc(TASKS_A_RUN, sizeof(*t.written));
	EXECUTOR_EACH(entry)
		for (unsigned n = 1; n <= cores; n++) {
			t.kind = *entry;
			t.seed = seed;
			/* So short that `adaptive` recruits within a run. */
			broken += run(n, 2, 1000, operations / 4);
			broken += run(n, 64, 1000, operations / 4);
			/* So long that there are hands to lay back. */
			broken += run(n, 64, 1000000, operations / 4);
			runs++;
		}
	free(t.ran);
	free(t.written);
	return runs ? broken : torture_broken("no executor is registered");
}

TORTURE(executors, "each task runs once, for every executor",
	torture_executors);
