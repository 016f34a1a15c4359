/* SPDX-License-Identifier: MIT */
/*
 * Programs of any barrier; a barrier's own file defines its verbs and includes
 * this:
 *
 *	BARRIER_NAME         the programs' prefix, a string
 *	BARRIER_INIT(cores)
 *	BARRIER_WAIT(self)
 *	BARRIER_BOUND_THREE  optional: the bounds of its program of three
 *	BARRIER_TSO_THREE    optional: the episodes of that one under TSO
 *
 * Checked: nobody leaves an episode before all have come, what they wrote is
 * seen, and it can be used again at once.
 */
#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

#define BARRIER_EPISODES 2u
#define BARRIER_MOST 3u /* of any program */

#ifndef BARRIER_BOUND_THREE
#define BARRIER_BOUND_THREE { 2, 1, 2 }
#endif
#ifndef BARRIER_TSO_THREE
#define BARRIER_TSO_THREE BARRIER_EPISODES
#endif

static uint32_t barrier_came[BARRIER_MOST][EXPLORE_MAX_THREADS];
static unsigned barrier_threads;

static void barrier_programs_setup(unsigned threads)
{
	barrier_threads = threads;
	BARRIER_INIT(threads);
	for (unsigned e = 0; e < BARRIER_MOST; e++)
		for (unsigned i = 0; i < EXPLORE_MAX_THREADS; i++)
			barrier_came[e][i] = 0;
	explore_name(barrier_came, sizeof(barrier_came), "came");
}

static void barrier_programs_two_setup(void)
{
	barrier_programs_setup(2);
}

static void barrier_programs_three_setup(void)
{
	barrier_programs_setup(3);
}

static unsigned barrier_programs_episodes(void)
{
	return barrier_threads == 3 && explore_model() == EXPLORE_TSO
	       ? BARRIER_TSO_THREE : BARRIER_EPISODES;
}

static void barrier_programs_run(unsigned self, unsigned episodes)
{
	for (unsigned e = 0; e < episodes; e++) {
		payload_store(&barrier_came[e][self], 1);
		BARRIER_WAIT(self);
		for (unsigned i = 0; i < barrier_threads; i++)
			explore_check(barrier_came[e][i],
				      "left before all had come");
	}
}

static void barrier_programs_thread(unsigned self)
{
	barrier_programs_run(self, barrier_programs_episodes());
}

EXPLORE_PROGRAM(barrier_programs_two) = {
	.name = BARRIER_NAME "_2x2", .threads = 2,
	.setup = barrier_programs_two_setup,
	.thread = barrier_programs_thread, .bound = { 4, 4, 4 },
};

EXPLORE_PROGRAM(barrier_programs_three) = {
	.name = BARRIER_NAME "_3x2", .threads = 3,
	.setup = barrier_programs_three_setup,
	.thread = barrier_programs_thread, .bound = BARRIER_BOUND_THREE,
};
