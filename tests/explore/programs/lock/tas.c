/* SPDX-License-Identifier: MIT */
#include "sched/lock/tas.h"

#define LOCK tas
#define LOCK_TRIES
#include "tests/explore/programs/lock/programs.h"
