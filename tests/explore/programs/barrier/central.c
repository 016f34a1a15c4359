/* SPDX-License-Identifier: MIT */
#include "sched/barrier/central.h"

#include "tests/explore/engine/program.h"

static struct barrier barrier;

static void init(unsigned cores)
{
	barrier_init(&barrier, cores);
	explore_name(&barrier, sizeof(barrier), "barrier");
}

#define BARRIER_NAME "barrier_central"
#define BARRIER_INIT(cores) init(cores)
#define BARRIER_WAIT(self) ((void)(self), barrier_wait(&barrier))
#include "tests/explore/programs/barrier/programs.h"
