/* SPDX-License-Identifier: MIT */
#include "sched/lock/mcs.h"

#define LOCK mcs
#define LOCK_TRIES
#define LOCK_FAIR
#define LOCK_BOUND { 4, 2, 3 }
#include "tests/explore/programs/lock/programs.h"
