/* SPDX-License-Identifier: MIT */
#include "sched/lock/clh.h"

#include "sched/lock/lock.h"

struct clh_core clh_cores[MACHINE_MAX_CORES + 1];

LOCK_TRY(clh);
LOCK(clh, "no links: each waiter spins in its predecessor's node",
     .paper = "Craig 1993; Magnusson, Landin and Hagersten 1994",
     .fair = true, .try = clh_any_try);
