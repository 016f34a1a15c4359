/* SPDX-License-Identifier: MIT */
/*
 * Without a locked instruction each side may still have its last store in its
 * buffer when it looks at the other's: one finds full what the other finds
 * empty. A bulk that ends early has looked before it shows what it moved.
 */
#include "sched/queue/spsc.h"

#define QUEUE spsc
#define QUEUE_CAPACITY 2
#define QUEUE_ONE_EACH
#define QUEUE_LOOKS_FULL (explore_model() == EXPLORE_TSO)
#define QUEUE_BULK_LOOKS_FULL true
#include "tests/explore/programs/queue/programs.h"
