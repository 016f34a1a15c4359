/* SPDX-License-Identifier: MIT */
#include "sched/lock/ticketprop.h"

#include "sched/lock/lock.h"

LOCK_TRY(ticketprop);
LOCK_AS(ticketprop, "ticket/prop",
	"ticket lock, back-off in proportion to the place",
	.paper = "Mellor-Crummey and Scott 1991, 2.2",
	.fair = true, .try = ticketprop_any_try);
