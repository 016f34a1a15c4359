/* SPDX-License-Identifier: MIT */
/*
 * To stay away for a number of PAUSEs and look again is here to wait until
 * what one looks at has changed: a look that finds the same changes nothing.
 */
#include "sched/lock/ticketprop.h"

#define LOCK ticketprop
#define LOCK_TRIES
#define LOCK_FAIR
#include "tests/explore/programs/lock/programs.h"
