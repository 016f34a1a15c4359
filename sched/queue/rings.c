/* SPDX-License-Identifier: MIT */
/*
 * The ring under each lock, all built alike: verbs out of line, since there are
 * so many of them. What is to be compared are these with each other; `ring` is
 * the one that is inlined and fast. rw is no lock for it: all verbs write.
 */
#include "sched/queue/ring.h"

#include "sched/lock/backoff.h"
#include "sched/lock/clh.h"
#include "sched/lock/mcs.h"
#include "sched/lock/qspin.h"
#include "sched/lock/tas.h"
#include "sched/lock/ticket.h"
#include "sched/lock/ticketprop.h"
#include "sched/lock/ttas.h"
#include "sched/queue/queue.h"

#define RING_KIND(lock, label)                                               \
	RING(ring_##lock, lock, __attribute__((noinline)));                  \
	QUEUE_AS(ring_##lock, "ring/" label, "ring under one lock: " label,  \
		 QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK)

RING_KIND(tas, "tas");
RING_KIND(ttas, "ttas");
RING_KIND(backoff, "backoff");
RING_KIND(ticket, "ticket");
RING_KIND(ticketprop, "ticket/prop");
RING_KIND(mcs, "mcs");
RING_KIND(clh, "clh");
RING_KIND(qspin, "qspin");
