/* SPDX-License-Identifier: MIT */
#include "sched/queue/deque.h"

#include "sched/queue/queue.h"

QUEUE_STEALING(deque, "owner at the bottom, thieves at the top, one or a batch",
	       QUEUE_OWNER | QUEUE_LIFO,
	       .paper = "Chase, Lev 2005; Arora, Blumofe, Plaxton 1998");
