/* SPDX-License-Identifier: MIT */
#include "sched/barrier/sense.h"

#include "sched/barrier/barrier.h"

BARRIER(sense, "count down, wait for the shared sense to turn over",
	.paper = "Mellor-Crummey and Scott 1991, algorithm 7");
