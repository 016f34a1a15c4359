/* SPDX-License-Identifier: MIT */
/* Concurrency Kit's rings. They hold one item less than they have room for. */
#include "peers/guests/contracts.h"

#if __has_include(<ck_ring.h>)
#include <ck_ring.h>

CK_RING_PROTOTYPE(work, work)

#define CK_QUEUE(name, KIND, text, flags)                                    \
	struct name {                                                        \
		ck_ring_t ring;                                              \
		struct work *slots;                                          \
	} __attribute__((aligned(MACHINE_LINE_PAIR)));                       \
	static inline size_t name##_bytes(uint32_t capacity)                 \
	{                                                                    \
		return capacity * sizeof(struct work);                       \
	}                                                                    \
	static inline void name##_init(struct name *q, void *memory,         \
				       uint32_t capacity)                    \
	{                                                                    \
		ck_ring_init(&q->ring, capacity);                            \
		q->slots = memory;                                           \
	}                                                                    \
	static inline bool name##_push(struct name *q, struct work work)     \
	{                                                                    \
		return CK_RING_ENQUEUE_##KIND(work, &q->ring, q->slots,      \
					      &work);                        \
	}                                                                    \
	static inline bool name##_pop(struct name *q, struct work *work)     \
	{                                                                    \
		return CK_RING_DEQUEUE_##KIND(work, &q->ring, q->slots,      \
					      work);                         \
	}                                                                    \
	GUEST_BULKS(name)                                                    \
	QUEUE(name, text, flags)

CK_QUEUE(ck_spsc, SPSC, "Concurrency Kit: ring, one to one", 0);
CK_QUEUE(ck_mpmc, MPMC, "Concurrency Kit: ring, any to any", GUEST_ANY);
#endif
