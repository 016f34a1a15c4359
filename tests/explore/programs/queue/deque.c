/* SPDX-License-Identifier: MIT */
/* With a batch of two, four items are enough for a pop far from the top. */
#define DEQUE_BATCH 2u
#include "sched/queue/deque.h"

#define QUEUE deque
#define QUEUE_CAPACITY 4
#define QUEUE_STEALING
#define QUEUE_BOUND_THREE { 3, 2, 2 }
#include "tests/explore/programs/queue/programs.h"
