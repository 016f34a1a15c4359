/* SPDX-License-Identifier: MIT */
/* Every barrier by its descriptor. In each order: tests/explore. */
#include "sched/barrier/barrier.h"

#include <pthread.h>
#include <stdlib.h>

#include "kernel/atomic.h"
#include "sched/barrier/dissemination.h"
#include "tests/unit/sched/memory.h"
#include "tests/unit/test.h"

/* More threads than processors wait a time slice for each other. */
#define MOST 5u
#define EPISODES 4u
#define ROOM 1024u

static struct {
	const struct barrier_kind *kind;
	uint8_t room[ROOM] __attribute__((aligned(MACHINE_LINE_PAIR)));
	unsigned cores;
	uint32_t came[MOST]; /* plain: only the barrier orders them */
	uint32_t too_early;  /* atomic: left before all had come */
} test;

static const struct barrier_kind *find(const char *name)
{
	BARRIER_EACH(entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

TEST(barriers_tell_what_they_are)
{
	BARRIER_EACH(entry) {
		const struct barrier_kind *kind = *entry;

		CHECK(find(kind->name) == kind); /* no name twice */
		CHECK(kind->summary && *kind->summary);
		CHECK(kind->paper && *kind->paper);
		CHECK(kind->size && kind->size <= ROOM);
		CHECK(kind->align && kind->align <= MACHINE_LINE_PAIR);
	}
}

static void *take_part(void *arg)
{
	unsigned core = (unsigned)(uintptr_t)arg;

	for (uint32_t e = 1; e <= EPISODES; e++) {
		test.came[core] = e;
		test.kind->wait(test.room, core);
		for (unsigned i = 0; i < test.cores; i++)
			if (test.came[i] != e)
				atomic_add_relaxed(&test.too_early, 1);
		test.kind->wait(test.room, core);
	}
	return NULL;
}

/* Its memory on the heap, dirty and no larger than asked for. */
static void check(const struct barrier_kind *kind, unsigned cores)
{
	void *memory = dirty_memory(kind->memory(cores));
	pthread_t thread[MOST];

	test.kind = kind;
	test.cores = cores;
	memset(test.room, DIRT, ROOM);
	memset(test.came, 0, sizeof(test.came));
	kind->init(test.room, memory, cores);
	for (uintptr_t i = 1; i < cores; i++)
		pthread_create(&thread[i], NULL, take_part, (void *)i);
	take_part((void *)0);
	for (unsigned i = 1; i < cores; i++)
		pthread_join(thread[i], NULL);
	check_equal(__FILE__, __LINE__, kind->name, test.too_early, 0);
	for (unsigned i = 0; i < cores; i++)
		check_equal(__FILE__, __LINE__, kind->name, test.came[i],
			    EPISODES);
	for (size_t i = kind->size; i < ROOM; i++)
		if (test.room[i] != DIRT)
			CHECK(!"it wrote behind its end");
	free(memory);
}

TEST(barriers_hold)
{
	BARRIER_EACH(entry)
		for (unsigned cores = 1; cores <= MOST; cores++)
			check(*entry, cores);
}

TEST(barriers_alone_return_at_once)
{
	BARRIER_EACH(entry) {
		(*entry)->init(test.room, dirty_memory((*entry)->memory(1)), 1);
		(*entry)->waits(test.room, 0, 1000);
	}
}

TEST(dissemination_has_the_rounds_it_needs)
{
	static const struct { unsigned cores, rounds; } row[] = {
		{ 1, 0 }, { 2, 1 }, { 3, 2 }, { 4, 2 }, { 5, 3 }, { 1024, 10 },
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(*row); i++)
		CHECK_EQUAL(dissemination_rounds(row[i].cores), row[i].rounds);
}
