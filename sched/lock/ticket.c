/* SPDX-License-Identifier: MIT */
#include "sched/lock/ticket.h"

#include "sched/lock/lock.h"

LOCK_TRY(ticket);
LOCK(ticket, "draw a number, wait until it is served",
     .paper = "Mellor-Crummey and Scott 1991, 2.2",
     .fair = true, .try = ticket_any_try);
