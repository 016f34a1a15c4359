/* SPDX-License-Identifier: MIT */
#include "sched/barrier/central.h"

#include "sched/barrier/barrier.h"

BARRIER(central, "count down, wait for the count of episodes to change",
	.paper = "Mellor-Crummey and Scott 1991, algorithm 7");
