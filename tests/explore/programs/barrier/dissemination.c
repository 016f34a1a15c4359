/* SPDX-License-Identifier: MIT */
#include "sched/barrier/dissemination.h"

#include "tests/explore/engine/program.h"

#define ROUNDS 2u /* of up to EXPLORE_MAX_THREADS cores */

static struct dissemination_barrier barrier;
static struct {
	struct dissemination_local local[EXPLORE_MAX_THREADS];
	struct dissemination_flag flags[EXPLORE_MAX_THREADS *
					DISSEMINATION_SETS * ROUNDS];
} room;

static void init(unsigned cores)
{
	dissemination_init(&barrier, &room, cores);
	explore_name(barrier.flags, sizeof(room.flags), "flags");
}

#define BARRIER_NAME "barrier_dissemination"
#define BARRIER_INIT(cores) init(cores)
#define BARRIER_WAIT(self) dissemination_wait(&barrier, self)
/* Many stores that others look at: 2^stores orders of their flushes. */
#define BARRIER_BOUND_THREE { 1, 0, 1 }
#define BARRIER_TSO_THREE 1u
#include "tests/explore/programs/barrier/programs.h"

/* The first set of flags again, which nobody has cleared. */
static void dissemination_again(unsigned self)
{
	barrier_programs_run(self, 3);
}

EXPLORE_PROGRAM(dissemination_two) = {
	.name = "barrier_dissemination_2x3", .threads = 2,
	.setup = barrier_programs_two_setup, .thread = dissemination_again,
	.bound = { 3, 1, 3 },
};

/* With four one can be an episode ahead of another that still looks. */
static void dissemination_four_setup(void)
{
	barrier_programs_setup(4);
}

EXPLORE_PROGRAM(dissemination_four) = {
	.name = "barrier_dissemination_4x2", .threads = 4,
	.setup = dissemination_four_setup, .thread = barrier_programs_thread,
	.bound = { 0, EXPLORE_NEVER, EXPLORE_NEVER },
};
