/* SPDX-License-Identifier: MIT */
/* What comes with every compiler: pthread_spin, std::mutex, std::deque. */
#include <deque>
#include <mutex>
#include <pthread.h>

#include "peers/rows/lock.h"
#include "peers/rows/queue.h"

static pthread_spinlock_t spin PEERS_LINE;
static std::mutex mutex PEERS_LINE;

static inline void c_spin_take(unsigned)
{
	pthread_spin_lock(&spin);
}

static inline void c_spin_drop(unsigned)
{
	pthread_spin_unlock(&spin);
}
#define PEER_LOCK c_spin
#include "peers/rows/lock_rows.h"

static inline void std_mutex_take(unsigned)
{
	mutex.lock();
}

static inline void std_mutex_drop(unsigned)
{
	mutex.unlock();
}
#define PEER_LOCK std_mutex
#include "peers/rows/lock_rows.h"

/* ---- a deque under a mutex: what a first thread pool is made of ---------- */

static struct {
	std::mutex mutex;
	std::deque<struct work> items;
} plain PEERS_LINE;

static inline bool std_deque_put(struct work item)
{
	std::lock_guard<std::mutex> guard(plain.mutex);

	if (plain.items.size() >= QUEUE_SLOTS)
		return false;
	plain.items.push_back(item);
	return true;
}

static inline bool std_deque_get(struct work *item)
{
	std::lock_guard<std::mutex> guard(plain.mutex);

	if (plain.items.empty())
		return false;
	*item = plain.items.front();
	plain.items.pop_front();
	return true;
}
#define PEER_QUEUE std_deque
#include "peers/rows/queue_rows.h"

/* The same ring as ours, under the C library's spinlock. */
static struct {
	pthread_spinlock_t lock;
	uint32_t head, tail;
	struct work slot[QUEUE_SLOTS];
} ring PEERS_LINE;

static inline bool spin_ring_put(struct work item)
{
	pthread_spin_lock(&ring.lock);
	bool fits = ring.tail - ring.head < QUEUE_SLOTS;
	if (fits)
		ring.slot[ring.tail++ % QUEUE_SLOTS] = item;
	pthread_spin_unlock(&ring.lock);
	return fits;
}

static inline bool spin_ring_get(struct work *item)
{
	pthread_spin_lock(&ring.lock);
	bool any = ring.head != ring.tail;
	if (any)
		*item = ring.slot[ring.head++ % QUEUE_SLOTS];
	pthread_spin_unlock(&ring.lock);
	return any;
}
#define PEER_QUEUE spin_ring
#include "peers/rows/queue_rows.h"

void peers_libc(void)
{
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_init(&ring.lock, PTHREAD_PROCESS_PRIVATE);
	peers_add_lock("libc/pthread_spin", 1, false, &c_spin_lock);
	peers_add_lock("libstdc++/mutex", 1, false, &std_mutex_lock);
	peers_add_queue("libstdc++/deque+mutex", QUEUE_LOCKED,
			&std_deque_queue);
	peers_add_queue("libc/ring+pthread_spin", QUEUE_LOCKED,
			&spin_ring_queue);
}
