/* SPDX-License-Identifier: MIT */
/*
 * All barriers, in the order in which they are measured and listed. What one is
 * and does stands in the header of its name.
 */
#include "sched/barrier/barrier.h"
#include "sched/barrier/central.h"
#include "sched/barrier/dissemination.h"
#include "sched/barrier/sense.h"

BARRIER(central, "count down, wait for the count of episodes to change",
	.paper = "Mellor-Crummey and Scott 1991, algorithm 7");

BARRIER(dissemination, "tell the core 1, 2, 4, ... further on, in rounds",
	.paper = "Hensgen, Finkel and Manber 1988; "
		 "Mellor-Crummey and Scott 1991, algorithm 9");

BARRIER(sense, "count down, wait for the shared sense to turn over",
	.paper = "Mellor-Crummey and Scott 1991, algorithm 7");
