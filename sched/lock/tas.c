/* SPDX-License-Identifier: MIT */
#include "sched/lock/tas.h"

#include "sched/lock/lock.h"

LOCK_TRY(tas);
LOCK(tas, "swap until a zero comes out",
     .paper = "Anderson 1990, 3.1",
     .fair = false, .try = tas_any_try);
