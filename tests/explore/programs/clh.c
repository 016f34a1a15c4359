/* SPDX-License-Identifier: MIT */
#include <string.h>

/* Its table, too, which has to be new for each schedule. */
#include "sched/lock/clh.c"

/* The macros that announce it to the kernel. */
#undef LOCK
#undef LOCK_TRY

/* The threads' cells, that of finish(), and the first, of no core. */
#define LOCK_RESET()                                                         \
	memset(clh_cores, 0, (EXPLORE_MAX_THREADS + 2) * sizeof(*clh_cores))
#define LOCK clh
#define LOCK_TRIES
#define LOCK_FAIR
#include "tests/explore/programs/lock_programs.h"
