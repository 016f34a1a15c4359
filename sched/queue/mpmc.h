/* SPDX-License-Identifier: MIT */
/*
 * Bounded FIFO for any number of producers and consumers, without locks: each
 * slot carries the turn it is at. At turn = position it is free for the push
 * of that position, at position + 1 it is filled for the pop, and the pop
 * leaves it at position + capacity, free for the next lap. A push claims the
 * position by a CAS of tail, a pop by a CAS of head. D. Vyukov, "Bounded MPMC
 * queue", 1024cores.net, 2011.
 *
 * Bulks claim several positions by one CAS. That is right because a turn seen
 * free for a position stays so until the position is claimed, and the CAS
 * succeeds only if none of them was in between (positions do not repeat).
 *
 * Cost: one locked instruction for a push or a pop. Between cores, the line
 * of two or three items, once there and once back, fetched ahead of time.
 *
 * Any core. A push that has claimed its slot and not yet filled it makes the
 * queue look empty to pops (and a pop likewise full), also where later slots
 * are filled: that is the price of the order.
 */
#ifndef SCHED_QUEUE_MPMC_H
#define SCHED_QUEUE_MPMC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/work.h"

/*
 * PAUSEs after a lost race, doubled for each further one. The winner runs a
 * burst meanwhile, with all lines at home; the loser's wait has to be long
 * against a line transfer for that. Two cores that push and pop in turn, ticks
 * a pair with a first wait of 1, 4, 16: 160, 40, 18 (lines 500 ticks apart);
 * -, 18, 14 (110 apart); 13 is one core alone. A bulk of 32 takes as long as 10
 * single ones, so it waits longer, 16, 64: 20, 12 and 9, 8 ticks an item. As
 * with a lock's, other waits would make it another queue.
 */
#define MPMC_WAIT 16u
#define MPMC_BULK_WAIT 64u
#define MPMC_LONGEST_WAIT 256u

/*
 * How many slots ahead a verb fetches the line that it will write, eight lines.
 * A locked instruction waits for the stores before it, so each line would be
 * waited for by itself. Ticks an item from core to core where a line takes 200,
 * by distance: none 50, 16: 31; with slots of 24 bytes none 72, 8: 33, 16: 30,
 * 32: 35. One core takes as long with as without.
 */
#define MPMC_AHEAD 16u

/*
 * A bulk fetches those of the next one. Always as many, whatever it has itself:
 * sixteen instructions without a look, which cost 0.1 ticks an item of 32 where
 * a look at each costs 1. From core to core 18 ticks an item become 9. Short
 * bulks fetch none. At the end of the memory it fetches what lies behind.
 */
#define MPMC_BULK_AHEAD 32u
#define MPMC_BULK_FETCHES_FROM 16u

/* Padded to 32 bytes: none lies across two lines, and its address is a shift.
 * One core takes 28 ticks a pair so, with 24 bytes 30, for which a bulk goes
 * across in 14, not 16. */
struct mpmc_slot {
	uint64_t turn;     /* atomic */
	struct work work;
} __attribute__((aligned(2 * sizeof(struct work))));

/* Fixed by mpmc_init(). */
struct mpmc_ring {
	uint64_t mask;     /* capacity - 1 */
	struct mpmc_slot *slot;
};

/* The positions, each on its pair of lines as each is claimed by all the cores
 * of one side; what is only read apart from them. */
struct mpmc {
	uint64_t tail __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
	uint64_t head __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
	struct mpmc_ring ring __attribute__((aligned(MACHINE_LINE_PAIR)));
};

static inline size_t mpmc_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct mpmc_slot);
}

static inline void mpmc_init(struct mpmc *q, void *memory, uint32_t capacity)
{
	struct mpmc_slot *slot = memory;

	for (uint32_t i = 0; i < capacity; i++)
		slot[i] = (struct mpmc_slot){ .turn = i };
	*q = (struct mpmc){ .ring = { capacity - 1, slot } };
}

/* After a lost race: waits, and gives the position as it is then. */
static inline uint64_t mpmc_look_again(const uint64_t *position, uint32_t *wait)
{
	for (uint32_t i = *wait; i; i--)
		cpu_relax();
	if (*wait < MPMC_LONGEST_WAIT)
		*wait *= 2;
	return atomic_load_relaxed(position);
}

static inline struct mpmc_slot *mpmc_slot(struct mpmc_ring ring,
					  uint64_t position)
{
	return &ring.slot[position & ring.mask];
}

/* Of n positions from `at` on, those before the end of the memory. */
static inline uint32_t mpmc_flat(struct mpmc_ring ring, uint64_t at, uint32_t n)
{
	uint64_t left = ring.mask + 1 - (at & ring.mask);

	return n < left ? n : (uint32_t)left;
}

/* Turns that a slot is away from position + lag: 0 where its turn has come,
 * < 0 where it is a lap behind. lag 0: free for a push, 1: filled for a pop. */
static inline int64_t mpmc_ahead(const struct mpmc_slot *slot,
				 uint64_t position, uint64_t lag)
{
	/* A1 (lag 1): pairs with R1 in the push that filled the slot.
	 * A2 (lag 0): pairs with R2 in the pop that read it out. */
	return (int64_t)(atomic_load_acquire(&slot->turn) - (position + lag));
}

/*
 * Claims one position whose slot is at turn position + lag, *claimed, and
 * gives the slot. False: that slot is a lap behind.
 */
static inline bool mpmc_claim(struct mpmc *q, uint64_t *position, uint64_t lag,
			      uint64_t *claimed, struct mpmc_slot **slot)
{
	uint64_t at = atomic_load_relaxed(position);
	uint32_t wait = MPMC_WAIT;

	for (;;) {
		*slot = mpmc_slot(q->ring, at);
		cpu_prefetch_write(mpmc_slot(q->ring, at + MPMC_AHEAD));
		*claimed = at;
		int64_t ahead = mpmc_ahead(*slot, at, lag);
		/* Relaxed: the turns carry all the order. */
		if (!ahead && atomic_cas_relaxed(position, &at, at + 1))
			return true;
		if (ahead < 0)
			return false;
		at = mpmc_look_again(position, &wait);
	}
}

/*
 * Of the n slots from position `at` on, how many in a row are at their turn;
 * *ahead is that of the first which is not. `ring` is a copy of what is fixed:
 * after each load of a turn the compiler would read the queue's again.
 */
static inline uint32_t mpmc_count(struct mpmc_ring ring, uint64_t at,
				  uint64_t lag, uint32_t n, int64_t *ahead)
{
	const struct mpmc_slot *slot = mpmc_slot(ring, at);
	uint32_t flat = mpmc_flat(ring, at, n), fit;

	*ahead = 0;
#pragma GCC unroll 8
	for (fit = 0; fit < flat; fit++)
		if ((*ahead = mpmc_ahead(&slot[fit], at + fit, lag)))
			return fit;
	for (slot = ring.slot - flat; fit < n; fit++)
		if ((*ahead = mpmc_ahead(&slot[fit], at + fit, lag)))
			return fit;
	return fit;
}

/* The lines of the slots from position `at` on, for writing. */
static inline void mpmc_fetch(struct mpmc_ring ring, uint64_t at)
{
	const struct mpmc_slot *slot = mpmc_slot(ring, at);

#pragma GCC unroll 16
	for (uint32_t i = 0; i < MPMC_BULK_AHEAD;
	     i += MACHINE_LINE / sizeof(*slot))
		cpu_prefetch_write(&slot[i]);
}

/* The same as mpmc_claim() for up to n positions in a row; how many. One for
 * both ends, out of line: a bulk of 32 does not feel the call. */
static __attribute__((noinline, unused)) uint32_t
mpmc_claim_bulk(struct mpmc *q, uint64_t *position, uint64_t lag, uint32_t n,
		uint64_t *claimed)
{
	uint64_t at = atomic_load_relaxed(position);
	uint32_t wait = MPMC_BULK_WAIT;

	for (;;) {
		int64_t ahead;
		if (n >= MPMC_BULK_FETCHES_FROM)
			mpmc_fetch(q->ring, at + n);
		uint32_t fit = mpmc_count(q->ring, at, lag, n, &ahead);
		*claimed = at;
		if (fit && atomic_cas_relaxed(position, &at, at + fit))
			return fit;
		if (!fit && ahead <= 0)
			return 0;
		at = mpmc_look_again(position, &wait);
	}
}

static inline bool mpmc_push(struct mpmc *q, struct work work)
{
	uint64_t at;
	struct mpmc_slot *slot;

	if (!mpmc_claim(q, &q->tail, 0, &at, &slot))
		return false;
	payload_store(&slot->work, work);
	/* R1: pairs with A1; the work is written. */
	atomic_store_release(&slot->turn, at + 1);
	return true;
}

static inline bool mpmc_pop(struct mpmc *q, struct work *work)
{
	uint64_t at;
	struct mpmc_slot *slot;

	if (!mpmc_claim(q, &q->head, 1, &at, &slot))
		return false;
	*work = payload_load(&slot->work);
	/* R2: pairs with A2; the work is read out. */
	atomic_store_release(&slot->turn, at + q->ring.mask + 1);
	return true;
}

/* The next slot to pop is not filled. */
static inline bool mpmc_looks_empty(struct mpmc *q)
{
	uint64_t head = atomic_load_relaxed(&q->head);

	return mpmc_ahead(mpmc_slot(q->ring, head), head, 1) < 0;
}

/* Slots in a row, of the claimed positions from `at` on. */
static inline void mpmc_put(struct mpmc_slot *slot, const struct work *works,
			    uint32_t n, uint64_t at)
{
#pragma GCC unroll 8
	for (uint32_t i = 0; i < n; i++) {
		payload_put(&slot[i].work, &works[i]);
		/* R1, one by one: pops may begin with the first at once. */
		atomic_store_release(&slot[i].turn, at + i + 1);
	}
}

/* The same; `next` is the position that comes for the first on the next lap. */
static inline void mpmc_get(struct mpmc_slot *slot, struct work *works,
			    uint32_t n, uint64_t next)
{
#pragma GCC unroll 8
	for (uint32_t i = 0; i < n; i++) {
		payload_get(&works[i], &slot[i].work);
		/* R2, one by one. */
		atomic_store_release(&slot[i].turn, next + i);
	}
}

/* Both bulks out of line, too: 1 KiB each. */
static __attribute__((noinline, unused)) uint32_t
mpmc_push_bulk(struct mpmc *q, const struct work *works, uint32_t n)
{
	struct mpmc_ring ring = q->ring;
	uint64_t at;

	n = mpmc_claim_bulk(q, &q->tail, 0, n, &at);
	uint32_t flat = mpmc_flat(ring, at, n);
	mpmc_put(mpmc_slot(ring, at), works, flat, at);
	if (flat < n)
		mpmc_put(ring.slot, works + flat, n - flat, at + flat);
	return n;
}

static __attribute__((noinline, unused)) uint32_t
mpmc_pop_bulk(struct mpmc *q, struct work *works, uint32_t n)
{
	struct mpmc_ring ring = q->ring;
	uint64_t at;

	n = mpmc_claim_bulk(q, &q->head, 1, n, &at);
	uint32_t flat = mpmc_flat(ring, at, n);
	uint64_t next = at + ring.mask + 1;
	mpmc_get(mpmc_slot(ring, at), works, flat, next);
	if (flat < n)
		mpmc_get(ring.slot, works + flat, n - flat, next + flat);
	return n;
}

#endif
