/* SPDX-License-Identifier: MIT */
#include "sched/queue/ring.h"

#define QUEUE ring
#define QUEUE_CAPACITY 2
#include "tests/explore/programs/queue/programs.h"
