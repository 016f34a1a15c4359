/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "sched/lock/qspin.h"

/* How often it looks for the end of a hand-over changes nothing else, but
 * each look is a step here. */
#undef QSPIN_LOOKS
#define QSPIN_LOOKS 1u

/* Its table, too, which has to be new for each schedule. */
#include "sched/lock/qspin.c"

/* The threads' places, and those of finish(). */
#define LOCK_RESET()                                                         \
	memset(qspin_cores, 0, (EXPLORE_MAX_THREADS + 1) * sizeof(*qspin_cores))
#define LOCK qspin
#define LOCK_TRIES
#define LOCK_FAIR
#include "tests/explore/programs/lock/programs.h"

/* All places have been given back. */
static void qspin_finish(void)
{
	lock_programs_finish();
	for (unsigned i = 0; i < EXPLORE_MAX_THREADS; i++)
		explore_check(!qspin_cores[i].used, "a place is still in use");
}

/* One holds it, one is pending, and two make a queue. */
EXPLORE_PROGRAM(lock_qspin_four) = {
	.name = "lock_qspin_4x1", .threads = 4,
	.setup = lock_programs_setup, .thread = lock_programs_once,
	.finish = qspin_finish, .bound = { 2, 1, 1 },
	.ordered = true,
};
