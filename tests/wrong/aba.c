/* SPDX-License-Identifier: MIT */
/*
 * A stack that takes what came back for what it had seen: its validation has to
 * fail, in the image and under Linux (tests/wrong/campaign.py).
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/queue/queue.h"

/* A stack of indices without a tag; index 0 is none. A node is free where it is
 * not in use, and they are used in turn. */
struct aba {
	uint32_t top, nodes, turn;
	struct aba_node {
		uint32_t next, used;
		struct work work;
	} *node;
};

static inline size_t aba_bytes(uint32_t capacity)
{
	return (capacity + 1) * sizeof(struct aba_node);
}

static inline void aba_init(struct aba *q, void *memory, uint32_t capacity)
{
	*q = (struct aba){ .node = memory, .nodes = capacity };
	for (uint32_t i = 0; i <= capacity; i++)
		q->node[i] = (struct aba_node){ 0 };
}

static inline bool aba_push(struct aba *q, struct work work)
{
	uint32_t top, free = 0;

	for (uint32_t i = 0; i < q->nodes && !free; i++) {
		uint32_t at = atomic_add_relaxed(&q->turn, 1) % q->nodes + 1;

		if (!atomic_swap_acquire(&q->node[at].used, 1))
			free = at;
	}
	if (!free)
		return false;
	payload_store(&q->node[free].work, work);
	top = atomic_load_relaxed(&q->top);
	do
		atomic_store_relaxed(&q->node[free].next, top);
	while (!atomic_cas_acq_rel(&q->top, &top, free));
	return true;
}

static inline bool aba_pop(struct aba *q, struct work *work)
{
	uint32_t top = atomic_load_acquire(&q->top), next;

	do {
		if (!top)
			return false;
		next = atomic_load_relaxed(&q->node[top].next);
	} while (!atomic_cas_acq_rel(&q->top, &top, next));
	*work = payload_load(&q->node[top].work);
	atomic_store_release(&q->node[top].used, 0);
	return true;
}

static inline uint32_t aba_push_bulk(struct aba *q, const struct work *works,
				     uint32_t n)
{
	uint32_t done = 0;

	while (done < n && aba_push(q, works[done]))
		done++;
	return done;
}

static inline uint32_t aba_pop_bulk(struct aba *q, struct work *works,
				    uint32_t n)
{
	uint32_t done = 0;

	while (done < n && aba_pop(q, &works[done]))
		done++;
	return done;
}

QUEUE(aba, "a stack whose nodes come back untagged",
      QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LIFO);
