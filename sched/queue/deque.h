/* SPDX-License-Identifier: MIT */
/*
 * Work-stealing deque: its owner pushes and pops at the bottom, newest first;
 * other cores, the thieves, take from the top, oldest first, one or a batch.
 * D. Chase and Y. Lev, "Dynamic circular work-stealing deque", 2005, with a
 * fixed array; orders as in Le, Pop, Cohen and Zappa Nardelli, "Correct and
 * efficient work-stealing for weak memory models", 2013, but their fence is an
 * exchange here: on x86 as cheap as any, and the sanitizer understands it.
 *
 * Theirs cannot steal batches: its owner takes an item unasked as long as it
 * sees one more above it, so a thief that claims several by one CAS of top may
 * claim items that the owner has taken since. So here top carries a tag, as in
 * N. Arora, R. Blumofe and C. Plaxton, "Thread scheduling for multiprogrammed
 * multiprocessors", 1998, and the owner's pop is one of two:
 *
 *   far: DEQUE_BATCH or more items lie above the one it takes. It lowers
 *     bottom by an exchange, looks at top again, and takes. A thief that
 *     reaches that far down has seen a top which moved after the owner's
 *     look, hence sees the lowered bottom.
 *   near: it lowers bottom, then adds one to the tag by a CAS of top. That
 *     fails the CAS of every thief that has looked at top before; a thief
 *     that looks later sees the lowered bottom.
 *
 * In short: an item that the owner pops after the store of bottom which a
 * thief saw makes that thief's CAS fail. One locked instruction either way,
 * also for the last item, for which the papers' owner needs two.
 *
 * A thief that stands still between its look at top and its CAS while the
 * owner pops a multiple of 2^32 times and nothing is stolen would be fooled:
 * 30 s of nothing else at the least.
 *
 * Cost: push, stores only. Pop, one locked instruction. Steal, one, and the
 * lines of bottom and of the item, fetched at the same time.
 */
#ifndef SCHED_QUEUE_DEQUE_H
#define SCHED_QUEUE_DEQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/work.h"

/* Items that one steal takes at most. The explorer's programs take fewer. */
#ifndef DEQUE_BATCH
#define DEQUE_BATCH 64u
#endif

/* top: the index in the low half, the tag in the high one. */
#define DEQUE_TAG ((uint64_t)1 << 32)

struct deque {
	/* Owner's. Indices run freely. */
	uint32_t bottom __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
	uint32_t top_seen; /* at most top: room to push without a look at it */

	/* Thieves', and the owner's pop near the top. */
	uint64_t top __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */

	/* Fixed by deque_init(); away from bottom, so that a thief can fetch
	 * the item without waiting for that line. */
	uint32_t mask __attribute__((aligned(MACHINE_LINE_PAIR)));
	struct work *slot; /* atomic, word by word */
};

static inline size_t deque_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static inline void deque_init(struct deque *q, void *memory, uint32_t capacity)
{
	*q = (struct deque){ .mask = capacity - 1, .slot = memory };
}

/*
 * A thief reads a slot before it knows whether it gets the item, and the owner
 * may be writing the next lap's into it: the two words it reads need not belong
 * together. But the owner writes only after it has seen top above that index
 * (A2), and as top never comes back, the thief's CAS fails: it throws them away.
 */
static inline void deque_put(struct deque *q, uint32_t index, struct work work)
{
	work_store_relaxed(&q->slot[index & q->mask], work);
}

static inline struct work deque_get(struct deque *q, uint32_t index)
{
	return work_load_relaxed(&q->slot[index & q->mask]);
}

/* ---- owner ----------------------------------------------------------------- */

/* Free slots, as far as the owner knows; it looks if they are below n. */
static inline uint32_t deque_room(struct deque *q, uint32_t bottom, uint32_t n)
{
	/* A2: pairs with R2 in deque_grab(): the slots are read out. */
	if (q->mask + 1 - (bottom - q->top_seen) < n)
		q->top_seen = (uint32_t)atomic_load_acquire(&q->top);
	return q->mask + 1 - (bottom - q->top_seen);
}

static inline bool deque_push(struct deque *q, struct work work)
{
	uint32_t bottom = atomic_load_relaxed(&q->bottom);

	if (!deque_room(q, bottom, 1))
		return false;
	deque_put(q, bottom, work);
	/* R1: pairs with A1 in deque_grab(); the slot is written. */
	atomic_store_release(&q->bottom, bottom + 1);
	return true;
}

static inline uint32_t deque_push_bulk(struct deque *q,
				       const struct work *works, uint32_t n)
{
	uint32_t bottom = atomic_load_relaxed(&q->bottom);
	uint32_t room = deque_room(q, bottom, n);

	n = n < room ? n : room;
	for (uint32_t i = 0; i < n; i++)
		deque_put(q, bottom + i, works[i]);
	/* R1 for all of them. */
	atomic_store_release(&q->bottom, bottom + n);
	return n;
}

/*
 * Near: bottom is lowered to `low` already, by n items; top was `top`. Claims
 * what thieves leave of them: [low, low + result), low raised by the rest.
 */
static inline uint32_t deque_claim_near(struct deque *q, uint64_t top,
					uint32_t *low, uint32_t n)
{
	for (;;) {
		uint32_t gone = (uint32_t)top - *low;
		if ((int32_t)gone > 0) {
			*low += gone;
			n -= gone;
			/* R1, for thieves of what lay here before. */
			atomic_store_release(&q->bottom, *low);
		}
		/* R3: pairs with A3; bottom is lowered. */
		if (!n || atomic_cas_seq_cst(&q->top, &top, top + DEQUE_TAG))
			return n;
	}
}

/* Takes up to n from the bottom: [*low, *low + result). */
static inline uint32_t deque_claim(struct deque *q, uint32_t n, uint32_t *low)
{
	uint32_t bottom = atomic_load_relaxed(&q->bottom);
	uint64_t top = atomic_load_relaxed(&q->top);
	uint32_t filled = bottom - (uint32_t)top;

	n = n < filled ? n : filled;
	*low = bottom - n;
	if (!n)
		return 0;
	if (filled - n >= DEQUE_BATCH) {
		/* One order with the thief's loads of top and bottom. */
		atomic_swap_seq_cst(&q->bottom, *low);
		top = atomic_load_seq_cst(&q->top);
		if ((int32_t)(*low - (uint32_t)top) >= (int32_t)DEQUE_BATCH)
			return n;
	} else {
		/* R1, as every store of bottom. */
		atomic_store_release(&q->bottom, *low);
	}
	return deque_claim_near(q, top, low, n);
}

static inline bool deque_pop(struct deque *q, struct work *work)
{
	uint32_t low;

	if (!deque_claim(q, 1, &low))
		return false;
	*work = deque_get(q, low);
	return true;
}

/* The newest first, as n pops would give them. */
static inline uint32_t deque_pop_bulk(struct deque *q, struct work *works,
				      uint32_t n)
{
	uint32_t low;

	n = deque_claim(q, n, &low);
	for (uint32_t i = 0; i < n; i++)
		works[i] = deque_get(q, low + n - 1 - i);
	return n;
}

/* ---- any core ---------------------------------------------------------------- */

/*
 * Takes n from the top by one CAS, where n = most of the `filled` items, or
 * their half rounded up: 0 when there are none or another core was first.
 */
static inline uint32_t deque_grab(struct deque *q, struct work *works,
				  uint32_t most)
{
	/* A3: pairs with R3 in deque_claim_near() and R2 below. */
	uint64_t top = atomic_load_seq_cst(&q->top);
	/* A1: pairs with R1 in the owner's stores of bottom. */
	uint32_t bottom = atomic_load_seq_cst(&q->bottom);
	int32_t filled = (int32_t)(bottom - (uint32_t)top);

	if (filled <= 0)
		return 0;
	uint32_t half = ((uint32_t)filled + 1) / 2;
	uint32_t n = half < most ? half : most;
	for (uint32_t i = 0; i < n; i++)
		works[i] = deque_get(q, (uint32_t)top + i);
	/* R2: pairs with A2 in deque_room(); the slots are read out. */
	return atomic_cas_seq_cst(&q->top, &top, top + n) ? n : 0;
}

/* Oldest one. False: empty, or another thief or the owner near the top was
 * first: some core has got on, but not this one. */
static inline bool deque_steal(struct deque *q, struct work *work)
{
	return deque_grab(q, work, 1);
}

/* Oldest first, half of what is there, at most `most` and DEQUE_BATCH. */
static inline uint32_t deque_steal_half(struct deque *q, struct work *works,
					uint32_t most)
{
	return deque_grab(q, works, most < DEQUE_BATCH ? most : DEQUE_BATCH);
}

/* Items at some moment during the call; a hint. */
static inline uint32_t deque_size(struct deque *q)
{
	uint32_t top = (uint32_t)atomic_load_relaxed(&q->top);
	int32_t filled = (int32_t)(atomic_load_relaxed(&q->bottom) - top);

	return filled > 0 ? (uint32_t)filled : 0;
}

#endif
