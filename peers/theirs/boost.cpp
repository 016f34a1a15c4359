/* SPDX-License-Identifier: MIT */
/* Boost: lock-free queues, of fixed size as ours are. */
#include "peers/rows/queue.h"

#if __has_include(<boost/lockfree/spsc_queue.hpp>)
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>

namespace lockfree = boost::lockfree;

template <typename T>
using spsc_queue = lockfree::spsc_queue<T, lockfree::capacity<QUEUE_SLOTS>>;

static spsc_queue<struct work> spsc PEERS_LINE;

static inline bool boost_spsc_put(struct work item)
{
	return spsc.push(item);
}

static inline bool boost_spsc_get(struct work *item)
{
	return spsc.pop(*item);
}

static inline unsigned boost_spsc_put_bulk(const struct work *item, unsigned n)
{
	return (unsigned)spsc.push(item, n);
}

static inline unsigned boost_spsc_get_bulk(struct work *item, unsigned n)
{
	return (unsigned)spsc.pop(item, n);
}
#define PEER_QUEUE boost_spsc
#define QUEUE_HAS_BULK
#include "peers/rows/queue_rows.h"

static spsc_queue<void *> spsc_8 PEERS_LINE;

static inline bool boost_spsc_8_put(struct work item)
{
	return spsc_8.push(item.arg);
}

static inline bool boost_spsc_8_get(struct work *item)
{
	return spsc_8.pop(item->arg);
}
#define PEER_QUEUE boost_spsc_8
#include "peers/rows/queue_rows.h"

static lockfree::queue<struct work, lockfree::capacity<QUEUE_SLOTS>> mpmc
	PEERS_LINE;

static inline bool boost_mpmc_put(struct work item)
{
	return mpmc.bounded_push(item);
}

static inline bool boost_mpmc_get(struct work *item)
{
	return mpmc.pop(*item);
}
#define PEER_QUEUE boost_mpmc
#include "peers/rows/queue_rows.h"

void peers_boost(void)
{
	peers_add_queue("boost/spsc_queue", QUEUE_SPSC, &boost_spsc_queue);
	peers_add_queue("boost/spsc_queue 8 B", QUEUE_SPSC,
			&boost_spsc_8_queue);
	peers_add_queue("boost/queue", QUEUE_MPMC, &boost_mpmc_queue);
}
#else
void peers_boost(void)
{
	peers_skip("Boost.Lockfree", "libboost-dev is not installed");
}
#endif
