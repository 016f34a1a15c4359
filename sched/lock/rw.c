/* SPDX-License-Identifier: MIT */
#include "sched/lock/rw.h"

#include "sched/lock/lock.h"

LOCK_TRY(rw);
LOCK(rw, "phase-fair reader-writer lock, taken for writing",
     .paper = "Brandenburg and Anderson 2010, 3.3",
     .fair = true, .try = rw_any_try);
