/* SPDX-License-Identifier: MIT */
/*
 * Our locks, as C, each as soon as its header is there (sched/lock/lock.h has
 * the verbs). One that takes a node gets a line of its own per side for it.
 */
#include "peers/rows/lock.h"

#include "sched/lock/ticket.h"

#define OURS(name)                                                           \
	static struct name##_lock name##_here PEERS_LINE;                    \
	static struct {                                                      \
		struct name##_node node PEERS_LINE;                          \
	} name##_mine[PEERS_SIDES];                                          \
	static inline void our_##name##_take(unsigned me)                    \
	{                                                                    \
		name##_acquire(&name##_here, &name##_mine[me].node);         \
	}                                                                    \
	static inline void our_##name##_drop(unsigned me)                    \
	{                                                                    \
		name##_release(&name##_here, &name##_mine[me].node);         \
	}

OURS(ticket)
#define PEER_LOCK our_ticket
#include "peers/rows/lock_rows.h"

#if __has_include("sched/lock/tas.h")
#include "sched/lock/tas.h"
OURS(tas)
#define PEER_LOCK our_tas
#include "peers/rows/lock_rows.h"
#define HAVE_TAS 1
#endif

#if __has_include("sched/lock/ttas.h")
#include "sched/lock/ttas.h"
OURS(ttas)
#define PEER_LOCK our_ttas
#include "peers/rows/lock_rows.h"
#define HAVE_TTAS 1
#endif

#if __has_include("sched/lock/backoff.h")
#include "sched/lock/backoff.h"
OURS(backoff)
#define PEER_LOCK our_backoff
#include "peers/rows/lock_rows.h"
#define HAVE_BACKOFF 1
#endif

#if __has_include("sched/lock/mcs.h")
#include "sched/lock/mcs.h"
OURS(mcs)
#define PEER_LOCK our_mcs
#include "peers/rows/lock_rows.h"
#define HAVE_MCS 1
#endif

#if __has_include("sched/lock/clh.h")
#include "sched/lock/clh.h"
OURS(clh)
#define PEER_LOCK our_clh
#include "peers/rows/lock_rows.h"
#define HAVE_CLH 1
#endif

void peers_ours_lock(void)
{
	peers_add_lock("ours/ticket", 1, true, &our_ticket_lock);
#ifdef HAVE_TAS
	tas_init(&tas_here);
	peers_add_lock("ours/tas", 1, false, &our_tas_lock);
#endif
#ifdef HAVE_TTAS
	ttas_init(&ttas_here);
	peers_add_lock("ours/ttas", 1, false, &our_ttas_lock);
#endif
#ifdef HAVE_BACKOFF
	backoff_init(&backoff_here);
	peers_add_lock("ours/backoff", 1, false, &our_backoff_lock);
#endif
#ifdef HAVE_MCS
	mcs_init(&mcs_here);
	peers_add_lock("ours/mcs", 2, true, &our_mcs_lock);
#endif
#ifdef HAVE_CLH
	clh_init(&clh_here);
	peers_add_lock("ours/clh", 1, true, &our_clh_lock);
#endif
}
