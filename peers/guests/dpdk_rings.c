/* SPDX-License-Identifier: MIT */
/*
 * DPDK's ring, from its headers alone: only rte_ring_init() needs the
 * environment layer, and it fills in what init() does here. It holds one item
 * less than it has room for. Those called ..._8 carry a pointer, its usual load.
 */
#include "peers/guests/contracts.h"

#if __has_include(<rte_ring.h>)
#include <rte_ring.h>

/* The slots follow the header. */
static inline void ring_init(struct rte_ring *ring, uint32_t capacity,
			     enum rte_ring_sync_type sync)
{
	*ring = (struct rte_ring){ .size = capacity, .mask = capacity - 1,
				   .capacity = capacity - 1 };
	ring->prod.sync_type = sync;
	ring->cons.sync_type = sync;
}

#define RTE_RING(name, slot, sync)                                           \
	struct name {                                                        \
		struct rte_ring *ring;                                       \
	};                                                                   \
	static inline size_t name##_bytes(uint32_t capacity)                 \
	{                                                                    \
		return sizeof(struct rte_ring) + capacity * (slot);          \
	}                                                                    \
	static inline void name##_init(struct name *q, void *memory,         \
				       uint32_t capacity)                    \
	{                                                                    \
		q->ring = memory;                                            \
		ring_init(q->ring, capacity, sync);                          \
	}

/* ---- whole items ---------------------------------------------------------- */

#define SLOT sizeof(struct work)

#define RTE_WORKS(name, p, c, sync, text, flags)                             \
	RTE_RING(name, SLOT, sync)                                           \
	static inline bool name##_push(struct name *q, struct work work)     \
	{                                                                    \
		return !rte_ring_##p##_enqueue_elem(q->ring, &work, SLOT);   \
	}                                                                    \
	static inline bool name##_pop(struct name *q, struct work *work)     \
	{                                                                    \
		return !rte_ring_##c##_dequeue_elem(q->ring, work, SLOT);    \
	}                                                                    \
	static inline uint32_t name##_push_bulk(                             \
		struct name *q, const struct work *works, uint32_t n)        \
	{                                                                    \
		return rte_ring_##p##_enqueue_burst_elem(q->ring, works,     \
							 SLOT, n, NULL);     \
	}                                                                    \
	static inline uint32_t name##_pop_bulk(struct name *q,               \
					       struct work *works,           \
					       uint32_t n)                   \
	{                                                                    \
		return rte_ring_##c##_dequeue_burst_elem(q->ring, works,     \
							 SLOT, n, NULL);     \
	}                                                                    \
	QUEUE(name, text, flags)

RTE_WORKS(rte_spsc, sp, sc, RTE_RING_SYNC_ST, "DPDK: ring, one to one", 0);
RTE_WORKS(rte_mpmc, mp, mc, RTE_RING_SYNC_MT, "DPDK: ring, any to any",
	  GUEST_ANY);

/* ---- pointers ------------------------------------------------------------- */

#define RTE_POINTERS(name, p, c, sync, text, flags)                          \
	RTE_RING(name, sizeof(void *), sync)                                 \
	static inline bool name##_push(struct name *q, struct work work)     \
	{                                                                    \
		return !rte_ring_##p##_enqueue(q->ring, work.arg);           \
	}                                                                    \
	static inline bool name##_pop(struct name *q, struct work *work)     \
	{                                                                    \
		work->run = NULL;                                            \
		return !rte_ring_##c##_dequeue(q->ring, &work->arg);         \
	}                                                                    \
	static inline uint32_t name##_push_words(                            \
		struct name *q, void *const *words, uint32_t n)              \
	{                                                                    \
		return rte_ring_##p##_enqueue_burst(q->ring, words, n,       \
						    NULL);                   \
	}                                                                    \
	static inline uint32_t name##_pop_words(struct name *q,              \
						void **words, uint32_t n)    \
	{                                                                    \
		return rte_ring_##c##_dequeue_burst(q->ring, words, n,       \
						    NULL);                   \
	}                                                                    \
	GUEST_WORDS(name, text, flags)

RTE_POINTERS(rte_spsc_8, sp, sc, RTE_RING_SYNC_ST,
	     "DPDK: ring of pointers, one to one", 0);
RTE_POINTERS(rte_mpmc_8, mp, mc, RTE_RING_SYNC_MT,
	     "DPDK: ring of pointers, any to any", GUEST_ANY);
#endif
