/* SPDX-License-Identifier: MIT */
/*
 * A deque for each core (sched/queue/percore.h): whatever was pushed is taken by
 * one core, once, also if it was stolen in a batch and put into the thief's
 * own deque, and a core that is alone finds all of it.
 */
#include <string.h>

/* So that a batch is more than one item and fits into a deque of four. */
#define DEQUE_BATCH 2u
#include "sched/queue/percore.h"

#include "tests/explore/engine/program.h"
#include "tests/explore/engine/machine.h"

#define STEAL_CAPACITY 4u
#define STEAL_ITEMS 8u

static struct percore percore;
static char steal_memory[4096] __attribute__((aligned(MACHINE_LINE_PAIR)));
static uint8_t steal_taken[EXPLORE_MAX_THREADS + 1][STEAL_ITEMS]; /* by each */
static uint8_t steal_pushed[EXPLORE_MAX_THREADS][STEAL_ITEMS];

static void steal_push_one(unsigned core, uint64_t item)
{
	struct work work = { .arg = (void *)item };

	explore_check(percore_push_own(&percore, core, work), "no room where there is");
	steal_pushed[core][item]++;
}

static void steal_begin(unsigned cores)
{
	memset(steal_memory, 0, sizeof(steal_memory));
	memset(steal_taken, 0, sizeof(steal_taken));
	memset(steal_pushed, 0, sizeof(steal_pushed));
	explore_check(percore_bytes_for(cores, STEAL_CAPACITY) <=
		      sizeof(steal_memory), "steal_memory is too small");
	percore_init_for(&percore, steal_memory, cores, STEAL_CAPACITY);
	explore_name(steal_memory, sizeof(steal_memory), "cores");
	/* Core 0 has three items, so that two are stolen at once. */
	for (uint64_t i = 0; i < 3; i++)
		steal_push_one(0, i);
}

#define STEAL_PROGRAM(id, cores, body, finish_, bound_)                      \
	static void id##_setup(void)                                         \
	{                                                                    \
		steal_begin(cores);                                          \
	}                                                                    \
	EXPLORE_PROGRAM(id) = {                                              \
		.name = "queue_" #id, .threads = cores, .setup = id##_setup, \
		.thread = body, .finish = finish_,                           \
		.bound = { bound_, bound_, bound_ },                         \
	}

static bool steal_got(bool any, struct work work, unsigned who)
{
	if (!any)
		return false;
	explore_check((uint64_t)work.arg < STEAL_ITEMS, "a torn item");
	steal_taken[who][(uint64_t)work.arg]++;
	return true;
}

static bool steal_take_one(unsigned core, unsigned who)
{
	struct work work = { 0 };
	bool any = percore_take(&percore, core, &work);

	return steal_got(any, work, who);
}

static void steal_finish(void)
{
	while (steal_take_one(0, EXPLORE_MAX_THREADS))
		;
	for (unsigned i = 0; i < STEAL_ITEMS; i++) {
		unsigned pushed = 0, taken = 0;
		for (unsigned c = 0; c < EXPLORE_MAX_THREADS; c++)
			pushed += steal_pushed[c][i];
		for (unsigned c = 0; c <= EXPLORE_MAX_THREADS; c++)
			taken += steal_taken[c][i];
		explore_check(taken >= pushed, "an item is lost");
		explore_check(taken <= pushed, "an item came twice");
	}
}

/* Core 0 works, the others steal from it, one of them puts something back. */
static void steal_thread(unsigned self)
{
	if (self == 2)
		steal_push_one(2, 4);
	steal_take_one(self, self);
	if (self == 0)
		steal_push_one(0, 3);
	steal_take_one(self, self);
}

STEAL_PROGRAM(steal_two, 2, steal_thread, steal_finish, 4);
STEAL_PROGRAM(steal_three, 3, steal_thread, steal_finish, 2);

/* Core 1 has nothing of its own and gets all that the others leave. */
static void steal_reach_thread(unsigned self)
{
	unsigned found = 0;

	while (self == 1 && steal_take_one(1, 1))
		found++;
	explore_check(self != 1 || found == 3,
		      "a core that is alone has not found all");
}

STEAL_PROGRAM(steal_reach, 3, steal_reach_thread, steal_finish, 2);

/* ---- by the verbs of a queue ------------------------------------------- */

static bool steal_pop_one(unsigned self)
{
	struct work work = { 0 };
	bool any = percore_pop(&percore, &work);

	return steal_got(any, work, self);
}

/* Core 0, which has items, pops once; the others pop until they are told that
 * there is nothing: then there is nothing, whatever race they lost. */
static void steal_empty_thread(unsigned self)
{
	if (self == 0)
		steal_pop_one(0);
	else
		while (steal_pop_one(self))
			;
}

static void steal_empty_finish(void)
{
	for (unsigned i = 0; i < percore.cores; i++)
		explore_check(!deque_size(&percore.core[i].deque),
			      "an item is left behind");
	steal_finish();
}

STEAL_PROGRAM(steal_empty_two, 2, steal_empty_thread, steal_empty_finish, 4);
STEAL_PROGRAM(steal_empty_three, 3, steal_empty_thread, steal_empty_finish, 2);
