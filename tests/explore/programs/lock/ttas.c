/* SPDX-License-Identifier: MIT */
#include "sched/lock/ttas.h"

#define LOCK ttas
#define LOCK_TRIES
#include "tests/explore/programs/lock/programs.h"
