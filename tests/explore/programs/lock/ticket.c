/* SPDX-License-Identifier: MIT */
#include "sched/lock/ticket.h"

#define LOCK ticket
#define LOCK_TRIES
#define LOCK_FAIR
#define LOCK_BOUND { 4, 4, 4 }
#include "tests/explore/programs/lock/programs.h"
