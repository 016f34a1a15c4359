/* SPDX-License-Identifier: MIT */
#include "sched/queue/spscplain.h"

#include "sched/queue/queue.h"

QUEUE_AS(spscplain, "spsc/plain",
	 "one to one; each reads the other's index every time",
	 0, .paper = "Lamport 1983");
