/* SPDX-License-Identifier: MIT */
#include "sched/queue/mpmc.h"

#include "sched/queue/queue.h"

QUEUE(mpmc, "any to any without locks: a turn in each slot",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP, .paper = "Vyukov 2011");
