/* SPDX-License-Identifier: MIT */
/*
 * Dmitry Vyukov's bounded queue as a textbook has it (1024cores.net, 2011),
 * written afresh: a turn in each slot, no waits, no bulks. Ours began as this
 * one: what the two differ in is what `mpmc` adds.
 */
#include "peers/guests/contracts.h"

struct vyukov_slot {
	uint64_t turn; /* atomic */
	struct work work;
};

struct vyukov {
	struct vyukov_slot *slot;
	uint64_t mask;
	uint64_t tail __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
	uint64_t head __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
};

static inline size_t vyukov_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct vyukov_slot);
}

static inline void vyukov_init(struct vyukov *q, void *memory,
			       uint32_t capacity)
{
	*q = (struct vyukov){ .slot = memory, .mask = capacity - 1 };
	for (uint32_t i = 0; i < capacity; i++)
		q->slot[i].turn = i;
}

/* The slot of the position that it claims, *at; NULL: its turn is not come. */
static inline struct vyukov_slot *vyukov_claim(struct vyukov *q,
					       uint64_t *position,
					       uint64_t lag, uint64_t *at)
{
	*at = atomic_load_relaxed(position);
	for (;;) {
		struct vyukov_slot *slot = &q->slot[*at & q->mask];
		/* Pairs with the release of the other verb. */
		uint64_t turn = atomic_load_acquire(&slot->turn);

		if (turn == *at + lag) {
			if (atomic_cas_relaxed(position, at, *at + 1))
				return slot;
		} else if ((int64_t)(turn - (*at + lag)) < 0) {
			return NULL;
		} else {
			*at = atomic_load_relaxed(position);
		}
	}
}

static inline bool vyukov_push(struct vyukov *q, struct work work)
{
	uint64_t at;
	struct vyukov_slot *slot = vyukov_claim(q, &q->tail, 0, &at);

	if (!slot)
		return false;
	slot->work = work;
	/* Pairs with the acquire in vyukov_claim(), of a pop. */
	atomic_store_release(&slot->turn, at + 1);
	return true;
}

static inline bool vyukov_pop(struct vyukov *q, struct work *work)
{
	uint64_t at;
	struct vyukov_slot *slot = vyukov_claim(q, &q->head, 1, &at);

	if (!slot)
		return false;
	*work = slot->work;
	/* Pairs with the acquire in vyukov_claim(), of a push a lap later. */
	atomic_store_release(&slot->turn, at + q->mask + 1);
	return true;
}

GUEST_BULKS(vyukov)
QUEUE(vyukov, "Vyukov's bounded queue as a textbook has it", GUEST_ANY);
