/* SPDX-License-Identifier: MIT */
/* How it can look: spsc.c. */
#include "sched/queue/spscplain.h"

#define QUEUE spscplain
#define QUEUE_CAPACITY 2
#define QUEUE_ONE_EACH
#define QUEUE_LOOKS_FULL (explore_model() == EXPLORE_TSO)
#define QUEUE_BULK_LOOKS_FULL true
#include "tests/explore/programs/queue/programs.h"
