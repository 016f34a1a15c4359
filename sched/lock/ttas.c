/* SPDX-License-Identifier: MIT */
#include "sched/lock/ttas.h"

#include "sched/lock/lock.h"

LOCK_TRY(ttas);
LOCK(ttas, "look until it is free, then swap",
     .paper = "Rudolph and Segall 1984",
     .fair = false, .try = ttas_any_try);
