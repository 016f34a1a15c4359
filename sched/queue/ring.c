/* SPDX-License-Identifier: MIT */
#include "sched/queue/ring.h"

#include "sched/queue/queue.h"

QUEUE(ring, "ring under one ticket lock",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK);
