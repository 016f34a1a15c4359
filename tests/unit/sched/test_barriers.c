/* SPDX-License-Identifier: MIT */
/* Every barrier by its descriptor. */
#include "sched/barrier/barrier.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/atomic.h"
#include "sched/barrier/dissemination.h"
#include "tests/unit/test.h"

/* More threads than processors wait a time slice for each other. */
#define MOST 5u
#define EPISODES 20u
#define EPISODES_MANY 500u /* of as many as there surely are processors */
#define ROOM 1024u
#define FILL 0xa5

static struct {
	const struct barrier_kind *kind;
	uint8_t room[ROOM] __attribute__((aligned(MACHINE_LINE_PAIR)));
	unsigned cores, episodes;
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

TEST(barriers_are_registered)
{
	static const char *const names[] = {
		"central", "sense", "dissemination",
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		CHECK_TEXT(find(names[i]) ? names[i] : NULL, names[i]);
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

	for (uint32_t e = 1; e <= test.episodes; e++) {
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
static void check(const char *name, unsigned cores, unsigned episodes)
{
	size_t bytes = find(name)->memory(cores);
	void *memory = aligned_alloc(MACHINE_LINE_PAIR,
				     (bytes + MACHINE_LINE_PAIR - 1) &
				     ~(size_t)(MACHINE_LINE_PAIR - 1));
	pthread_t thread[MOST];

	test.kind = find(name);
	test.cores = cores;
	test.episodes = episodes;
	memset(test.room, FILL, ROOM);
	memset(memory, FILL, bytes);
	memset(test.came, 0, sizeof(test.came));
	test.kind->init(test.room, memory, cores);
	for (uintptr_t i = 1; i < cores; i++)
		pthread_create(&thread[i], NULL, take_part, (void *)i);
	take_part((void *)0);
	for (unsigned i = 1; i < cores; i++)
		pthread_join(thread[i], NULL);
	CHECK_EQUAL(test.too_early, 0);
	for (unsigned i = 0; i < cores; i++)
		CHECK_EQUAL(test.came[i], episodes);
	for (size_t i = test.kind->size; i < ROOM; i++)
		if (test.room[i] != FILL)
			CHECK(!"it wrote behind its end");
	free(memory);
}

static void check_all(const char *name)
{
	check(name, 1, EPISODES_MANY);
	check(name, 2, EPISODES);
	for (unsigned cores = 3; cores <= MOST; cores++)
		check(name, cores, EPISODES);
}

TEST_LONG(central_holds) { check_all("central"); }
TEST_LONG(sense_holds) { check_all("sense"); }
TEST_LONG(dissemination_holds) { check_all("dissemination"); }

TEST(barriers_alone_return_at_once)
{
	static uint8_t memory[ROOM] __attribute__((aligned(MACHINE_LINE_PAIR)));

	BARRIER_EACH(entry) {
		CHECK((*entry)->memory(1) <= ROOM);
		(*entry)->init(test.room, memory, 1);
		(*entry)->waits(test.room, 0, 1000);
	}
}

TEST(dissemination_has_the_rounds_it_needs)
{
	CHECK_EQUAL(dissemination_rounds(1), 0);
	CHECK_EQUAL(dissemination_rounds(2), 1);
	CHECK_EQUAL(dissemination_rounds(3), 2);
	CHECK_EQUAL(dissemination_rounds(4), 2);
	CHECK_EQUAL(dissemination_rounds(5), 3);
	CHECK_EQUAL(dissemination_rounds(1024), 10);
}
