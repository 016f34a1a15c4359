/* SPDX-License-Identifier: MIT */
/*
 * All queues, in the order in which they are measured and listed. What one is
 * and does stands in the header of its name.
 */
#include "sched/lock/backoff.h"
#include "sched/lock/clh.h"
#include "sched/lock/mcs.h"
#include "sched/lock/qspin.h"
#include "sched/lock/tas.h"
#include "sched/lock/ticket.h"
#include "sched/lock/ticketprop.h"
#include "sched/lock/ttas.h"
#include "sched/queue/deque.h"
#include "sched/queue/mpmc.h"
#include "sched/queue/percore.h"
#include "sched/queue/queue.h"
#include "sched/queue/ring.h"
#include "sched/queue/spsc.h"
#include "sched/queue/spscplain.h"
#include "sched/queue/two.h"
#include "sched/queue/workqueue.h"

QUEUE_STEALING(deque, "owner at the bottom, thieves at the top, one or a batch",
	       QUEUE_OWNER | QUEUE_LIFO,
	       .paper = "Chase, Lev 2005; Arora, Blumofe, Plaxton 1998");

QUEUE_LOOKS_EMPTY(mpmc);
QUEUE(mpmc, "any to any without locks: a turn in each slot",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP, .paper = "Vyukov 2011",
      .looks_empty = mpmc_kind_looks_empty);

QUEUE_LOOKS_EMPTY(percore);
QUEUE_AS(percore, "steal", "a deque for each core; one without work steals",
	 QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LIFO | QUEUE_PER_CORE,
	 .paper = "Blumofe, Leiserson 1994",
	 .looks_empty = percore_kind_looks_empty);

QUEUE_LOOKS_EMPTY(ring);
QUEUE(ring, "ring under one ticket lock",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK,
      .looks_empty = ring_kind_looks_empty);

/*
 * The ring under each lock, all built alike: verbs out of line, since there are
 * so many of them. What is to be compared are these with each other; `ring` is
 * the one that is inlined and fast. rw is no lock for it: all verbs write.
 */
#define RING_KIND(lock, label)                                               \
	RING(ring_##lock, lock, __attribute__((noinline)));                  \
	QUEUE_LOOKS_EMPTY(ring_##lock);                                      \
	QUEUE_AS(ring_##lock, "ring/" label, "ring under one lock: " label,  \
		 QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK,              \
		 .looks_empty = ring_##lock##_kind_looks_empty)

RING_KIND(qspin, "qspin");
RING_KIND(clh, "clh");
RING_KIND(mcs, "mcs");
RING_KIND(ticketprop, "ticket/prop");
RING_KIND(ticket, "ticket");
RING_KIND(backoff, "backoff");
RING_KIND(ttas, "ttas");
RING_KIND(tas, "tas");

QUEUE(spsc, "one to one; each keeps a copy of the other's index",
      0, .paper = "Lamport 1983; Lee, Bu, Chandranmenon 2010");

QUEUE_AS(spscplain, "spsc/plain",
	 "one to one; each reads the other's index every time",
	 0, .paper = "Lamport 1983");

QUEUE_LOOKS_EMPTY(two);
QUEUE(two, "linked list with a ticket lock at each end",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK,
      .paper = "Michael, Scott 1996", .looks_empty = two_kind_looks_empty);

QUEUE_LOOKS_EMPTY(workqueue);
QUEUE(workqueue, "the scheduler's: ring with a back-off lock at each end",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK,
      .paper = "Michael, Scott 1996; Lee, Bu, Chandranmenon 2010",
      .looks_empty = workqueue_kind_looks_empty);
