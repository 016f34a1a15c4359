/* SPDX-License-Identifier: MIT */
/* Concurrency Kit's spinlocks and rings. */
#include "peers/rows/lock.h"
#include "peers/rows/queue.h"

#if __has_include(<ck_spinlock.h>)
#include <ck_ring.h>
#include <ck_spinlock.h>

#define CK_PLAIN(name)                                                       \
	static ck_spinlock_##name##_t name##_here PEERS_LINE;                \
	static inline void ck_##name##_take(unsigned me)                     \
	{                                                                    \
		(void)me;                                                    \
		ck_spinlock_##name##_lock(&name##_here);                     \
	}                                                                    \
	static inline void ck_##name##_drop(unsigned me)                     \
	{                                                                    \
		(void)me;                                                    \
		ck_spinlock_##name##_unlock(&name##_here);                   \
	}

CK_PLAIN(fas)
#define PEER_LOCK ck_fas
#include "peers/rows/lock_rows.h"

CK_PLAIN(cas)
#define PEER_LOCK ck_cas
#include "peers/rows/lock_rows.h"

CK_PLAIN(ticket)
#define PEER_LOCK ck_ticket
#include "peers/rows/lock_rows.h"

/* ---- queue locks: a line per side for the node --------------------------- */

static ck_spinlock_mcs_t mcs_here PEERS_LINE;
static struct {
	ck_spinlock_mcs_context_t node PEERS_LINE;
} mcs_mine[PEERS_SIDES];

static inline void ck_mcs_take(unsigned me)
{
	ck_spinlock_mcs_lock(&mcs_here, &mcs_mine[me].node);
}

static inline void ck_mcs_drop(unsigned me)
{
	ck_spinlock_mcs_unlock(&mcs_here, &mcs_mine[me].node);
}
#define PEER_LOCK ck_mcs
#include "peers/rows/lock_rows.h"

/* Nodes change hands with the lock: one more than there are sides. */
static ck_spinlock_clh_t *clh_here PEERS_LINE;
static struct {
	ck_spinlock_clh_t node PEERS_LINE;
} clh_node[PEERS_SIDES + 1];
static struct {
	ck_spinlock_clh_t *node PEERS_LINE;
} clh_mine[PEERS_SIDES];

static inline void ck_clh_take(unsigned me)
{
	ck_spinlock_clh_lock(&clh_here, clh_mine[me].node);
}

static inline void ck_clh_drop(unsigned me)
{
	ck_spinlock_clh_unlock(&clh_mine[me].node);
}
#define PEER_LOCK ck_clh
#include "peers/rows/lock_rows.h"

/* ---- rings --------------------------------------------------------------- */

CK_RING_PROTOTYPE(work, work)

#define CK_QUEUE(name, enqueue, dequeue)                                     \
	static ck_ring_t name##_ring PEERS_LINE;                             \
	static struct work name##_slot[QUEUE_SLOTS] PEERS_LINE;              \
	static inline bool ck_##name##_put(struct work item)                 \
	{                                                                    \
		return enqueue(work, &name##_ring, name##_slot, &item);      \
	}                                                                    \
	static inline bool ck_##name##_get(struct work *item)                \
	{                                                                    \
		return dequeue(work, &name##_ring, name##_slot, item);       \
	}

CK_QUEUE(spsc, CK_RING_ENQUEUE_SPSC, CK_RING_DEQUEUE_SPSC)
#define PEER_QUEUE ck_spsc
#include "peers/rows/queue_rows.h"

CK_QUEUE(mpmc, CK_RING_ENQUEUE_MPMC, CK_RING_DEQUEUE_MPMC)
#define PEER_QUEUE ck_mpmc
#include "peers/rows/queue_rows.h"

void peers_ck(void)
{
	ck_spinlock_fas_init(&fas_here);
	ck_spinlock_cas_init(&cas_here);
	ck_spinlock_ticket_init(&ticket_here);
	ck_spinlock_mcs_init(&mcs_here);
	ck_spinlock_clh_init(&clh_here, &clh_node[PEERS_SIDES].node);
	for (unsigned i = 0; i < PEERS_SIDES; i++)
		clh_mine[i].node = &clh_node[i].node;
	ck_ring_init(&spsc_ring, QUEUE_SLOTS);
	ck_ring_init(&mpmc_ring, QUEUE_SLOTS);

	peers_add_lock("ck/fas", 1, false, &ck_fas_lock);
	peers_add_lock("ck/cas", 1, false, &ck_cas_lock);
	peers_add_lock("ck/ticket", 1, true, &ck_ticket_lock);
	peers_add_lock("ck/mcs", 2, true, &ck_mcs_lock);
	peers_add_lock("ck/clh", 1, true, &ck_clh_lock);
	peers_add_queue("ck/ring_spsc", QUEUE_SPSC, &ck_spsc_queue);
	peers_add_queue("ck/ring_mpmc", QUEUE_MPMC, &ck_mpmc_queue);
}
#else
void peers_ck(void)
{
	peers_skip("Concurrency Kit", "libck-dev is not installed");
}
#endif
