/* SPDX-License-Identifier: MIT */
/*
 * Each verb begins with a locked instruction, so what it finds first is the
 * truth; but a bulk that has moved some looks on with its stores in its buffer.
 */
#include "sched/queue/two.h"

#define QUEUE two
#define QUEUE_CAPACITY 2
#define QUEUE_BULK_LOOKS_FULL (explore_model() == EXPLORE_TSO)
#include "tests/explore/programs/queue/programs.h"
