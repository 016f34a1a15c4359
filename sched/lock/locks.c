/* SPDX-License-Identifier: MIT */
/*
 * All locks, in the order in which they are measured and listed. What one is
 * and does stands in the header of its name.
 */
#include "sched/lock/backoff.h"
#include "sched/lock/clh.h"
#include "sched/lock/lock.h"
#include "sched/lock/mcs.h"
#include "sched/lock/qspin.h"
#include "sched/lock/rw.h"
#include "sched/lock/tas.h"
#include "sched/lock/ticket.h"
#include "sched/lock/ticketprop.h"
#include "sched/lock/ttas.h"

LOCK_TRY(backoff);
LOCK(backoff, "test-and-set with bounded exponential back-off",
     .paper = "Anderson 1990, 3.2",
     .fair = false, .try = backoff_any_try);

LOCK_TRY(clh);
LOCK(clh, "no links: each waiter spins in its predecessor's node",
     .paper = "Craig 1993; Magnusson, Landin and Hagersten 1994",
     .fair = true, .try = clh_any_try);

LOCK_TRY(mcs);
LOCK(mcs, "a queue of nodes, each waiter spins in its own",
     .paper = "Mellor-Crummey and Scott 1991, 2.4",
     .fair = true, .try = mcs_any_try);

LOCK_TRY(qspin);
LOCK(qspin, "pending bit and MCS tail in 32 bits",
     .paper = "Linux (Zijlstra, Long); Corbet 2014, lwn.net",
     .fair = true, .try = qspin_any_try);

LOCK_TRY(rw);
LOCK(rw, "phase-fair reader-writer lock, taken for writing",
     .paper = "Brandenburg and Anderson 2010, 3.3",
     .fair = true, .try = rw_any_try);

LOCK_TRY(tas);
LOCK(tas, "swap until a zero comes out",
     .paper = "Anderson 1990, 3.1",
     .fair = false, .try = tas_any_try);

LOCK_TRY(ticket);
LOCK(ticket, "draw a number, wait until it is served",
     .paper = "Mellor-Crummey and Scott 1991, 2.2",
     .fair = true, .try = ticket_any_try);

LOCK_TRY(ticketprop);
LOCK_AS(ticketprop, "ticket/prop",
	"ticket lock, back-off in proportion to the place",
	.paper = "Mellor-Crummey and Scott 1991, 2.2",
	.fair = true, .try = ticketprop_any_try);

LOCK_TRY(ttas);
LOCK(ttas, "look until it is free, then swap",
     .paper = "Rudolph and Segall 1984",
     .fair = false, .try = ttas_any_try);
