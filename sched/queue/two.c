/* SPDX-License-Identifier: MIT */
#include "sched/queue/two.h"

#include "sched/queue/queue.h"

QUEUE(two, "linked list with a ticket lock at each end",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK,
      .paper = "Michael, Scott 1996");
