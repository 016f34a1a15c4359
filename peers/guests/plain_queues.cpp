/* SPDX-License-Identifier: MIT */
/* The locked queues of a first thread pool: a deque under std::mutex, and the
 * same ring as ours under the C library's spinlock. */
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>

#include "peers/guests/contracts.h"

struct std_deque {
	std::mutex mutex;
	std::deque<struct work> items;
	size_t capacity;
};

static inline size_t std_deque_bytes(uint32_t)
{
	return sizeof(struct work); /* it has memory of its own */
}

static inline void std_deque_init(struct std_deque *q, void *,
				  uint32_t capacity)
{
	(new (q) std_deque)->capacity = capacity;
}

static inline bool std_deque_push(struct std_deque *q, struct work work)
{
	std::lock_guard<std::mutex> guard(q->mutex);

	if (q->items.size() >= q->capacity)
		return false;
	q->items.push_back(work);
	return true;
}

static inline bool std_deque_pop(struct std_deque *q, struct work *work)
{
	std::lock_guard<std::mutex> guard(q->mutex);

	if (q->items.empty())
		return false;
	*work = q->items.front();
	q->items.pop_front();
	return true;
}

GUEST_BULKS(std_deque)
QUEUE(std_deque, "C++'s std::deque under std::mutex", GUEST_ANY | QUEUE_LOCK);

struct libc_ring {
	pthread_spinlock_t lock;
	uint32_t head, tail, mask;
	struct work *slots;
};

static inline size_t libc_ring_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static inline void libc_ring_init(struct libc_ring *q, void *memory,
				  uint32_t capacity)
{
	pthread_spin_init(&q->lock, PTHREAD_PROCESS_PRIVATE);
	q->head = q->tail = 0;
	q->mask = capacity - 1;
	q->slots = static_cast<struct work *>(memory);
}

static inline bool libc_ring_push(struct libc_ring *q, struct work work)
{
	pthread_spin_lock(&q->lock);
	bool fits = q->tail - q->head <= q->mask;
	if (fits)
		q->slots[q->tail++ & q->mask] = work;
	pthread_spin_unlock(&q->lock);
	return fits;
}

static inline bool libc_ring_pop(struct libc_ring *q, struct work *work)
{
	pthread_spin_lock(&q->lock);
	bool any = q->head != q->tail;
	if (any)
		*work = q->slots[q->head++ & q->mask];
	pthread_spin_unlock(&q->lock);
	return any;
}

GUEST_BULKS(libc_ring)
QUEUE(libc_ring, "a ring under the C library's pthread_spin_lock()",
      GUEST_ANY | QUEUE_LOCK);
