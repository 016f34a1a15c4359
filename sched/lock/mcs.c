/* SPDX-License-Identifier: MIT */
#include "sched/lock/mcs.h"

#include "sched/lock/lock.h"

LOCK_TRY(mcs);
LOCK(mcs, "a queue of nodes, each waiter spins in its own",
     .paper = "Mellor-Crummey and Scott 1991, 2.4",
     .fair = true, .try = mcs_any_try);
