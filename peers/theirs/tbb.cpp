/* SPDX-License-Identifier: MIT */
/* oneTBB: locks and the concurrent queues. */
#include "peers/rows/lock.h"
#include "peers/rows/queue.h"

#if __has_include(<tbb/spin_mutex.h>)
#include <tbb/concurrent_queue.h>
#include <tbb/queuing_mutex.h>
#include <tbb/spin_mutex.h>

static tbb::spin_mutex spin PEERS_LINE;

static inline void tbb_spin_take(unsigned)
{
	spin.lock();
}

static inline void tbb_spin_drop(unsigned)
{
	spin.unlock();
}
#define PEER_LOCK tbb_spin
#include "peers/rows/lock_rows.h"

/* TBB's MCS lock; its node is the scoped_lock. */
static tbb::queuing_mutex queuing PEERS_LINE;
static struct alignas(128) {
	tbb::queuing_mutex::scoped_lock node;
} queuing_mine[PEERS_SIDES];

static inline void tbb_queuing_take(unsigned me)
{
	queuing_mine[me].node.acquire(queuing);
}

static inline void tbb_queuing_drop(unsigned me)
{
	queuing_mine[me].node.release();
}
#define PEER_LOCK tbb_queuing
#include "peers/rows/lock_rows.h"

static tbb::concurrent_queue<struct work> unbounded;

static inline bool tbb_queue_put(struct work item)
{
	unbounded.push(item);
	return true;
}

static inline bool tbb_queue_get(struct work *item)
{
	return unbounded.try_pop(*item);
}
#define PEER_QUEUE tbb_queue
#include "peers/rows/queue_rows.h"

static tbb::concurrent_bounded_queue<struct work> bounded;

static inline bool tbb_bounded_put(struct work item)
{
	return bounded.try_push(item);
}

static inline bool tbb_bounded_get(struct work *item)
{
	return bounded.try_pop(*item);
}
#define PEER_QUEUE tbb_bounded
#include "peers/rows/queue_rows.h"

void peers_tbb(void)
{
	bounded.set_capacity(QUEUE_SLOTS);
	peers_add_lock("tbb/spin_mutex", 1, false, &tbb_spin_lock);
	peers_add_lock("tbb/queuing_mutex", 2, true, &tbb_queuing_lock);
	peers_add_queue("tbb/concurrent_queue", QUEUE_MPMC, &tbb_queue_queue);
	peers_add_queue("tbb/bounded_queue", QUEUE_MPMC, &tbb_bounded_queue);
}
#else
void peers_tbb(void)
{
	peers_skip("TBB", "libtbb-dev is not installed");
}
#endif
