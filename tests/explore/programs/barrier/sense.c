/* SPDX-License-Identifier: MIT */
#include "sched/barrier/sense.h"

#include "tests/explore/engine/program.h"

static struct sense_barrier barrier;
static struct sense_local local[EXPLORE_MAX_THREADS];

static void init(unsigned cores)
{
	sense_init(&barrier, local, cores);
	explore_name(&barrier, sizeof(barrier), "barrier");
}

#define BARRIER_NAME "barrier_sense"
#define BARRIER_INIT(cores) init(cores)
#define BARRIER_WAIT(self) sense_wait(&barrier, self)
#include "tests/explore/programs/barrier/programs.h"
