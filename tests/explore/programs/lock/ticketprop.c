/* SPDX-License-Identifier: MIT */
/* What its PAUSEs are here: backoff.c. */
#include "sched/lock/ticketprop.h"

#define LOCK ticketprop
#define LOCK_TRIES
#define LOCK_FAIR
#include "tests/explore/programs/lock/programs.h"
