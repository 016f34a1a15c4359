/* SPDX-License-Identifier: MIT */
#include "sched/queue/spsc.h"

#include "sched/queue/queue.h"

QUEUE(spsc, "one to one; each keeps a copy of the other's index",
      0, .paper = "Lamport 1983; Lee, Bu, Chandranmenon 2010");
