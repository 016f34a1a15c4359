/* SPDX-License-Identifier: MIT */
#include "sched/queue/percore.h"

#include "sched/queue/queue.h"

QUEUE_AS(percore, "steal", "a deque for each core, robbed by those run dry",
	 QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LIFO | QUEUE_PER_CORE,
	 .paper = "Blumofe, Leiserson 1994");
