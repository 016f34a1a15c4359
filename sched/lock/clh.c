/* SPDX-License-Identifier: MIT */
#include "sched/lock/clh.h"

#include "sched/lock/lock.h"

struct clh_core clh_cores[MACHINE_MAX_CORES + 1];

LOCK_TRY(clh);
LOCK(clh, "a queue without links, each waiter spins on its predecessor",
     .paper = "Craig 1993; Magnusson, Landin and Hagersten 1994",
     .fair = true, .try = clh_any_try);
