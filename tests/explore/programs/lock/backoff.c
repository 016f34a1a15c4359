/* SPDX-License-Identifier: MIT */
/*
 * To stay away for a number of PAUSEs and look again is here to wait until
 * what one looks at has changed: a look that finds the same changes nothing.
 */
#include "sched/lock/backoff.h"

#define LOCK backoff
#define LOCK_TRIES
#include "tests/explore/programs/lock/programs.h"
