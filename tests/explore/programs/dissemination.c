/* SPDX-License-Identifier: MIT */
#include "sched/barrier/dissemination.h"

#include "tests/explore/explorer.h"

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
#include "tests/explore/programs/barrier_programs.h"
