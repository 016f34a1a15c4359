/* SPDX-License-Identifier: MIT */
/* Compiles, but forgets every third item: must fail its validation. */
#include "sched/queue/queue.h"
#include "sched/queue/ring.h"

struct leaky {
	struct ring ring;
	uint32_t count;
};

static inline size_t leaky_bytes(uint32_t capacity)
{
	return ring_bytes(capacity);
}

static inline void leaky_init(struct leaky *q, void *memory, uint32_t capacity)
{
	ring_init(&q->ring, memory, capacity);
	q->count = 0;
}

static inline bool leaky_push(struct leaky *q, struct work work)
{
	if (++q->count % 3 == 0)
		return true;
	return ring_push(&q->ring, work);
}

static inline bool leaky_pop(struct leaky *q, struct work *work)
{
	return ring_pop(&q->ring, work);
}

static inline uint32_t leaky_push_bulk(struct leaky *q,
				       const struct work *works, uint32_t n)
{
	return ring_push_bulk(&q->ring, works, n);
}

static inline uint32_t leaky_pop_bulk(struct leaky *q, struct work *works,
				      uint32_t n)
{
	return ring_pop_bulk(&q->ring, works, n);
}

QUEUE(leaky, "a ring that forgets items", QUEUE_MANY_PUSH | QUEUE_MANY_POP);
