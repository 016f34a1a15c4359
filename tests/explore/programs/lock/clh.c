/* SPDX-License-Identifier: MIT */
#include <string.h>

/* Its table, too, which has to be new for each schedule. */
#include "sched/lock/clh.c"

/* The threads' cells, that of finish(), and the first, of no core. */
#define LOCK_RESET()                                                         \
	memset(clh_cores, 0, (EXPLORE_MAX_THREADS + 2) * sizeof(*clh_cores))
#define LOCK clh
#define LOCK_TRIES
#define LOCK_FAIR
#include "tests/explore/programs/lock/programs.h"

/*
 * Whoever waits may look only when the cell it waits for has been used again,
 * for another lock, and is over that, too.
 */
static struct clh_lock clh_other;

static void clh_again_setup(void)
{
	lock_programs_setup();
	clh_init(&clh_other);
}

static void clh_again_thread(unsigned self)
{
	struct clh_node *node = &lock_programs_node[self];

	lock_programs_once(self);
	if (self)
		return;
	clh_acquire(&clh_other, node);
	clh_release(&clh_other, node);
}

EXPLORE_PROGRAM(clh_again) = {
	.name = "lock_clh_cell_again", .threads = 2,
	.setup = clh_again_setup, .thread = clh_again_thread,
	.finish = lock_programs_finish, .bound = { 3, 3, 3 },
	.ordered = true,
};
