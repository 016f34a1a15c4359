/* SPDX-License-Identifier: MIT */
/*
 * Without a locked instruction each side may still have its last store in its
 * buffer when it looks at the other's: one finds full what the other finds
 * empty.
 */
#include "sched/queue/spsc.h"

#define QUEUE spsc
#define QUEUE_CAPACITY 2
#define QUEUE_ONE_EACH
#define QUEUE_LOOKS_FULL (explore_model() == EXPLORE_TSO)
#include "tests/explore/programs/queue/programs.h"
