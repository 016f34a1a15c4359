/* SPDX-License-Identifier: MIT */
/*
 * DPDK's ring and two locks, from its headers alone: none of them needs the
 * environment layer, only rte_ring_init() would, which fills in what
 * ring_prepare() does here.
 */
#include "peers/rows/lock.h"
#include "peers/rows/queue.h"

#if __has_include(<rte_ring.h>)
#include <rte_mcslock.h>
#include <rte_ring.h>
#include <rte_ticketlock.h>

static rte_ticketlock_t ticket_here PEERS_LINE;

static inline void rte_ticket_take(unsigned me)
{
	(void)me;
	rte_ticketlock_lock(&ticket_here);
}

static inline void rte_ticket_drop(unsigned me)
{
	(void)me;
	rte_ticketlock_unlock(&ticket_here);
}
#define PEER_LOCK rte_ticket
#include "peers/rows/lock_rows.h"

static rte_mcslock_t *mcs_here PEERS_LINE;
static struct {
	rte_mcslock_t node PEERS_LINE;
} mcs_mine[PEERS_SIDES];

static inline void rte_mcs_take(unsigned me)
{
	rte_mcslock_lock(&mcs_here, &mcs_mine[me].node);
}

static inline void rte_mcs_drop(unsigned me)
{
	rte_mcslock_unlock(&mcs_here, &mcs_mine[me].node);
}
#define PEER_LOCK rte_mcs
#include "peers/rows/lock_rows.h"

/* ---- rings: the slots follow the header ---------------------------------- */

struct memory {
	struct rte_ring ring;
	struct work slot[QUEUE_SLOTS];
};

static struct memory spsc PEERS_LINE, mpmc PEERS_LINE;
static struct memory spsc_8 PEERS_LINE, mpmc_8 PEERS_LINE;

static void ring_prepare(struct rte_ring *ring, enum rte_ring_sync_type sync)
{
	ring->size = QUEUE_SLOTS;
	ring->mask = QUEUE_SLOTS - 1;
	ring->capacity = QUEUE_SLOTS - 1;
	ring->prod.sync_type = sync;
	ring->cons.sync_type = sync;
}

#define SIZE sizeof(struct work)

#define RTE_RING(name, p, c)                                                 \
	static inline bool rte_##name##_put(struct work item)                \
	{                                                                    \
		return !rte_ring_##p##_enqueue_elem(&name.ring, &item, SIZE); \
	}                                                                    \
	static inline bool rte_##name##_get(struct work *item)               \
	{                                                                    \
		return !rte_ring_##c##_dequeue_elem(&name.ring, item, SIZE); \
	}                                                                    \
	static inline unsigned rte_##name##_put_bulk(const struct work *item, \
						     unsigned n)             \
	{                                                                    \
		return rte_ring_##p##_enqueue_burst_elem(&name.ring, item,   \
							 SIZE, n, NULL);     \
	}                                                                    \
	static inline unsigned rte_##name##_get_bulk(struct work *item,      \
						     unsigned n)             \
	{                                                                    \
		return rte_ring_##c##_dequeue_burst_elem(&name.ring, item,   \
							 SIZE, n, NULL);     \
	}

RTE_RING(spsc, sp, sc)
#define PEER_QUEUE rte_spsc
#define QUEUE_HAS_BULK
#include "peers/rows/queue_rows.h"

RTE_RING(mpmc, mp, mc)
#define PEER_QUEUE rte_mpmc
#define QUEUE_HAS_BULK
#include "peers/rows/queue_rows.h"

/* Its usual load, a pointer. */
#define RTE_RING_8(name, p, c)                                               \
	static inline bool rte_##name##_put(struct work item)                \
	{                                                                    \
		return !rte_ring_##p##_enqueue(&name.ring, item.arg);        \
	}                                                                    \
	static inline bool rte_##name##_get(struct work *item)               \
	{                                                                    \
		return !rte_ring_##c##_dequeue(&name.ring, &item->arg);      \
	}

RTE_RING_8(spsc_8, sp, sc)
#define PEER_QUEUE rte_spsc_8
#include "peers/rows/queue_rows.h"

RTE_RING_8(mpmc_8, mp, mc)
#define PEER_QUEUE rte_mpmc_8
#include "peers/rows/queue_rows.h"

void peers_dpdk(void)
{
	rte_ticketlock_init(&ticket_here);
	ring_prepare(&spsc.ring, RTE_RING_SYNC_ST);
	ring_prepare(&mpmc.ring, RTE_RING_SYNC_MT);
	ring_prepare(&spsc_8.ring, RTE_RING_SYNC_ST);
	ring_prepare(&mpmc_8.ring, RTE_RING_SYNC_MT);

	peers_add_lock("dpdk/ticketlock", 1, true, &rte_ticket_lock);
	peers_add_lock("dpdk/mcslock", 2, true, &rte_mcs_lock);
	peers_add_queue("dpdk/ring_sp_sc", QUEUE_SPSC, &rte_spsc_queue);
	peers_add_queue("dpdk/ring_sp_sc 8 B", QUEUE_SPSC, &rte_spsc_8_queue);
	peers_add_queue("dpdk/ring_mp_mc", QUEUE_MPMC, &rte_mpmc_queue);
	peers_add_queue("dpdk/ring_mp_mc 8 B", QUEUE_MPMC, &rte_mpmc_8_queue);
}
#else
void peers_dpdk(void)
{
	peers_skip("DPDK", "its headers are not there (peers/setup)");
}
#endif
