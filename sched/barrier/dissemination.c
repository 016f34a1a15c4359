/* SPDX-License-Identifier: MIT */
#include "sched/barrier/dissemination.h"

#include "sched/barrier/barrier.h"

BARRIER(dissemination, "tell the core 1, 2, 4, ... further on, in rounds",
	.paper = "Hensgen, Finkel and Manber 1988; "
		 "Mellor-Crummey and Scott 1991, algorithm 9");
