/* SPDX-License-Identifier: MIT */
/* oneTBB's queues. They have memory of their own. */
#if __has_include(<tbb/concurrent_queue.h>)
#include <new>
#include <tbb/concurrent_queue.h>

/* After theirs, which has a function of the name of a macro of ours. */
#include "peers/guests/contracts.h"

struct tbb_bounded {
	tbb::concurrent_bounded_queue<struct work> own;
};

static inline size_t tbb_bounded_bytes(uint32_t)
{
	return sizeof(struct work);
}

static inline void tbb_bounded_init(struct tbb_bounded *q, void *,
				    uint32_t capacity)
{
	(new (q) tbb_bounded)->own.set_capacity(capacity);
}

static inline bool tbb_bounded_push(struct tbb_bounded *q, struct work work)
{
	return q->own.try_push(work);
}

static inline bool tbb_bounded_pop(struct tbb_bounded *q, struct work *work)
{
	return q->own.try_pop(*work);
}

GUEST_BULKS(tbb_bounded)
QUEUE(tbb_bounded, "oneTBB: concurrent_bounded_queue", GUEST_ANY);

/* Without bounds of its own: a look at its size bounds it. */
struct tbb_queue {
	tbb::concurrent_queue<struct work> own;
	size_t capacity;
};

static inline size_t tbb_queue_bytes(uint32_t)
{
	return sizeof(struct work);
}

static inline void tbb_queue_init(struct tbb_queue *q, void *,
				  uint32_t capacity)
{
	(new (q) tbb_queue)->capacity = capacity;
}

static inline bool tbb_queue_push(struct tbb_queue *q, struct work work)
{
	if (q->own.unsafe_size() >= q->capacity)
		return false;
	q->own.push(work);
	return true;
}

static inline bool tbb_queue_pop(struct tbb_queue *q, struct work *work)
{
	return q->own.try_pop(*work);
}

GUEST_BULKS(tbb_queue)
QUEUE(tbb_queue, "oneTBB: concurrent_queue, and a look at its size",
      GUEST_ANY);
#endif
