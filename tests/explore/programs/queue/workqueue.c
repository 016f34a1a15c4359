/* SPDX-License-Identifier: MIT */
/*
 * Each verb begins with a locked instruction, so what it finds first is the
 * truth; but a bulk counts room or items once and moves its own after that.
 */
#include "sched/queue/workqueue.h"

#define QUEUE workqueue
#define QUEUE_CAPACITY 2
#define QUEUE_BULK_LOOKS_FULL true
#include "tests/explore/programs/queue/programs.h"
