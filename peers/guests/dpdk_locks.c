/* SPDX-License-Identifier: MIT */
/* DPDK's locks, from its headers alone. */
#include "peers/guests/contracts.h"

#if __has_include(<rte_ticketlock.h>)
#include <rte_mcslock.h>
#include <rte_ticketlock.h>

struct rte_ticket_lock {
	rte_ticketlock_t own;
};

struct rte_ticket_node {
};

static inline void rte_ticket_init(struct rte_ticket_lock *lock)
{
	rte_ticketlock_init(&lock->own);
}

static inline void rte_ticket_acquire(struct rte_ticket_lock *lock,
				      struct rte_ticket_node *node)
{
	(void)node;
	rte_ticketlock_lock(&lock->own);
}

static inline void rte_ticket_release(struct rte_ticket_lock *lock,
				      struct rte_ticket_node *node)
{
	(void)node;
	rte_ticketlock_unlock(&lock->own);
}

static inline bool rte_ticket_is_locked(const struct rte_ticket_lock *lock)
{
	return rte_ticketlock_is_locked((rte_ticketlock_t *)&lock->own);
}

LOCK(rte_ticket, "DPDK: tickets", .fair = true);

struct rte_mcs_lock {
	rte_mcslock_t *tail;
};

struct rte_mcs_node {
	rte_mcslock_t own;
};

static inline void rte_mcs_init(struct rte_mcs_lock *lock)
{
	lock->tail = NULL;
}

static inline void rte_mcs_acquire(struct rte_mcs_lock *lock,
				   struct rte_mcs_node *node)
{
	rte_mcslock_lock(&lock->tail, &node->own);
}

static inline void rte_mcs_release(struct rte_mcs_lock *lock,
				   struct rte_mcs_node *node)
{
	rte_mcslock_unlock(&lock->tail, &node->own);
}

static inline bool rte_mcs_is_locked(const struct rte_mcs_lock *lock)
{
	return rte_mcslock_is_locked(lock->tail);
}

LOCK(rte_mcs, "DPDK: MCS, each waiter spins in its own node", .fair = true);
#endif
