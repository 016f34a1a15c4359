/* SPDX-License-Identifier: MIT */
#include "sched/lock/backoff.h"

#include "sched/lock/lock.h"

LOCK_TRY(backoff);
LOCK(backoff, "test-and-set with bounded exponential back-off",
     .paper = "Anderson 1990, 3.2",
     .fair = false, .try = backoff_any_try);
