/* SPDX-License-Identifier: MIT */
/*
 * Queues that are wrong, each in its own way: all of them have to fail their
 * validation, in the image and under Linux (tests/wrong/campaign.py).
 */
#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/lock/ticket.h"
#include "sched/queue/queue.h"

/* A ring under one lock, and what its mistakes count. */
struct base {
	struct ticket_lock lock;
	uint32_t head, tail, mask;
	uint32_t pushes, pops;
	uint16_t head16, tail16;
	struct work *slot;
};

static inline void base_init(struct base *q, void *memory, uint32_t capacity)
{
	*q = (struct base){ .mask = capacity - 1, .slot = memory };
}

static inline void enter(struct base *q)
{
	ticket_acquire(&q->lock, NULL);
}

static inline void leave(struct base *q)
{
	ticket_release(&q->lock, NULL);
}

static inline bool base_full(const struct base *q)
{
	return q->tail - q->head > q->mask;
}

static inline void base_put(struct base *q, struct work work)
{
	payload_store(&q->slot[q->tail++ & q->mask], work);
}

static inline bool base_push(struct base *q, struct work work)
{
	bool room;

	enter(q);
	room = !base_full(q);
	if (room)
		base_put(q, work);
	leave(q);
	return room;
}

static inline bool base_pop(struct base *q, struct work *work)
{
	bool any;

	enter(q);
	any = q->head != q->tail;
	if (any)
		*work = payload_load(&q->slot[q->head++ & q->mask]);
	leave(q);
	return any;
}

/* The verbs of a queue NAME over struct base: its own push and pop. */
#define WRONG_AS(id, text, push_, pop_, flags, announce)                     \
	static inline uint32_t id##_one_by_one(struct base *q,               \
					       const struct work *works,     \
					       uint32_t n)                   \
	{                                                                    \
		uint32_t done = 0;                                           \
									     \
		while (done < n && push_(q, works[done]))                    \
			done++;                                              \
		return done;                                                 \
	}                                                                    \
	WRONG_IN_BULK(id, text, push_, id##_one_by_one, pop_, flags, announce)

#define WRONG_IN_BULK(id, text, push_, bulk_, pop_, flags, announce)         \
	struct id { struct base base; };                                     \
	static inline size_t id##_bytes(uint32_t capacity)                   \
	{                                                                    \
		return capacity * sizeof(struct work);                       \
	}                                                                    \
	static inline void id##_init(struct id *of, void *memory,            \
				     uint32_t capacity)                      \
	{                                                                    \
		base_init(&of->base, memory, capacity);                      \
	}                                                                    \
	static inline bool id##_push(struct id *of, struct work work)        \
	{                                                                    \
		return push_(&of->base, work);                               \
	}                                                                    \
	static inline bool id##_pop(struct id *of, struct work *work)        \
	{                                                                    \
		return pop_(&of->base, work);                                \
	}                                                                    \
	static inline uint32_t id##_push_bulk(struct id *of,                 \
					      const struct work *works,      \
					      uint32_t n)                    \
	{                                                                    \
		return bulk_(&of->base, works, n);                           \
	}                                                                    \
	static inline uint32_t id##_pop_bulk(struct id *of,                  \
					     struct work *works, uint32_t n) \
	{                                                                    \
		uint32_t done = 0;                                           \
									     \
		while (done < n && pop_(&of->base, &works[done]))            \
			done++;                                              \
		return done;                                                 \
	}                                                                    \
	announce(id, text, flags)

#define ANY (QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK)
#define WRONG(id, text, push_, pop_)                                         \
	WRONG_AS(id, text, push_, pop_, ANY, QUEUE)

/* ---- items that go astray --------------------------------------------------- */

static inline bool push_some(struct base *q, struct work work)
{
	if (!(atomic_add_relaxed(&q->pushes, 1) % 997))
		return true;
	return base_push(q, work);
}

WRONG(loses, "forgets one push in a thousand", push_some, base_pop);

static inline bool pop_again(struct base *q, struct work *work)
{
	bool any = base_pop(q, work);

	enter(q);
	if (any && ++q->pops % 997 == 0 && !base_full(q))
		q->head--;
	leave(q);
	return any;
}

WRONG(doubles, "gives one item in a thousand twice", base_push, pop_again);

static inline bool push_swapped(struct base *q, struct work work)
{
	bool room;

	enter(q);
	room = !base_full(q);
	if (room)
		base_put(q, work);
	if (room && ++q->pushes % 97 == 0 && q->tail - q->head > 1) {
		struct work *last = &q->slot[(q->tail - 1) & q->mask];
		struct work *before = &q->slot[(q->tail - 2) & q->mask];
		struct work kept = payload_load(last);

		payload_store(last, payload_load(before));
		payload_store(before, kept);
	}
	leave(q);
	return room;
}

WRONG(reorders, "lets an item overtake now and then", push_swapped, base_pop);

static inline bool pop_invented(struct base *q, struct work *work)
{
	if (base_pop(q, work))
		return true;
	if (atomic_add_relaxed(&q->pops, 1) % 500 != 499)
		return false;
	*work = (struct work){ NULL, q };
	return true;
}

WRONG(invents, "gives what nobody pushed", base_push, pop_invented);

/* Two halves, taken by two entries. */
static inline bool pop_in_halves(struct base *q, struct work *work)
{
	struct work copy;
	bool any;

	enter(q);
	any = q->head != q->tail;
	if (any)
		*work = payload_load(&q->slot[q->head & q->mask]);
	leave(q);
	if (!any)
		return false;
	cpu_relax();
	enter(q);
	any = q->head != q->tail;
	if (any) {
		copy = payload_load(&q->slot[q->head++ & q->mask]);
		work->arg = copy.arg;
	}
	leave(q);
	return any;
}

WRONG(tears, "takes an item's halves one after the other", base_push,
      pop_in_halves);

/* ---- full and empty --------------------------------------------------------- */

static inline bool push_over(struct base *q, struct work work)
{
	enter(q);
	if (base_full(q))
		q->head++;
	base_put(q, work);
	leave(q);
	return true;
}

WRONG(overwrites, "a push on a full queue drops the oldest", push_over,
      base_pop);

static inline bool push_blind(struct base *q, struct work work)
{
	base_push(q, work);
	return true;
}

WRONG(lies_when_full, "a push on a full queue says that it went in",
      push_blind, base_pop);

static inline bool pop_blind(struct base *q, struct work *work)
{
	enter(q);
	*work = payload_load(&q->slot[q->head & q->mask]);
	if (q->head != q->tail)
		q->head++;
	leave(q);
	return true;
}

WRONG(lies_when_empty, "a pop on an empty queue gives an old item",
      base_push, pop_blind);

static inline bool pop_patiently(struct base *q, struct work *work)
{
	while (!base_pop(q, work))
		cpu_relax();
	return true;
}

WRONG(waits_when_empty, "a pop waits for an item, for ever", base_push,
      pop_patiently);

/* Looks in one entry, takes in the next. */
static inline bool pop_late(struct base *q, struct work *work)
{
	bool any;

	enter(q);
	any = q->head != q->tail;
	leave(q);
	if (!any)
		return false;
	enter(q);
	*work = payload_load(&q->slot[q->head++ & q->mask]);
	leave(q);
	return true;
}

WRONG(pops_late, "looks whether it is empty, then pops", base_push, pop_late);

static inline bool push_late(struct base *q, struct work work)
{
	bool full;

	enter(q);
	full = base_full(q);
	leave(q);
	if (full)
		return false;
	enter(q);
	base_put(q, work);
	leave(q);
	return true;
}

WRONG(pushes_late, "looks whether it is full, then pushes", push_late,
      base_pop);

/* ---- without the lock, or too little of it ------------------------------------ */

static inline bool push_unlocked(struct base *q, struct work work)
{
	uint32_t tail = atomic_load_acquire(&q->tail);

	if (tail - atomic_load_acquire(&q->head) > q->mask)
		return false;
	payload_store(&q->slot[tail & q->mask], work);
	atomic_store_release(&q->tail, tail + 1);
	return true;
}

static inline bool pop_unlocked(struct base *q, struct work *work)
{
	uint32_t head = atomic_load_acquire(&q->head);

	if (head == atomic_load_acquire(&q->tail))
		return false;
	*work = payload_load(&q->slot[head & q->mask]);
	atomic_store_release(&q->head, head + 1);
	return true;
}

WRONG(for_two_only, "right for one at each end, and says it is for many",
      push_unlocked, pop_unlocked);

/* Shows the item, then writes it. */
static inline bool push_early(struct base *q, struct work work)
{
	uint32_t tail = atomic_load_acquire(&q->tail);

	if (tail - atomic_load_acquire(&q->head) > q->mask)
		return false;
	atomic_store_release(&q->tail, tail + 1);
	cpu_relax();
	payload_store(&q->slot[tail & q->mask], work);
	return true;
}

WRONG_AS(shows_early, "shows an item before it is there", push_early,
	 pop_unlocked, 0, QUEUE);

/* Gives the slot back, then reads it. */
static inline bool pop_early(struct base *q, struct work *work)
{
	uint32_t head = atomic_load_acquire(&q->head);

	if (head == atomic_load_acquire(&q->tail))
		return false;
	atomic_store_release(&q->head, head + 1);
	cpu_relax();
	*work = payload_load(&q->slot[head & q->mask]);
	return true;
}

WRONG_AS(frees_early, "gives a slot back before it has been read",
	 push_unlocked, pop_early, 0, QUEUE);

/* ---- wraps ---------------------------------------------------------------------- */

/* One index of 16 bits, the other of 32. */
static inline bool push_16(struct base *q, struct work work)
{
	bool room;

	enter(q);
	room = (uint16_t)(q->tail16 - q->head16) <= q->mask;
	if (room) {
		uint32_t at = (uint32_t)q->tail16 % (q->mask ? q->mask : 1);

		payload_store(&q->slot[at], work);
		q->tail16++;
	}
	if (room && (uint16_t)(q->tail16 - q->head16) > q->mask - 1)
		room = (q->tail16--, false);
	leave(q);
	return room;
}

static inline bool pop_16(struct base *q, struct work *work)
{
	bool any;

	enter(q);
	any = q->tail16 != q->head16;
	if (any) {
		uint32_t at = (uint32_t)q->head16 % (q->mask ? q->mask : 1);

		*work = payload_load(&q->slot[at]);
		q->head16++;
	}
	leave(q);
	return any;
}

WRONG(wraps_wrong, "its slots do not divide the range of its indices", push_16,
      pop_16);

/* ---- only as it is timed ---------------------------------------------------- */

#define NARROW 64u

static inline bool push_narrow(struct base *q, struct work work)
{
	bool room;

	enter(q);
	room = !base_full(q) && q->tail - q->head < NARROW;
	if (room)
		base_put(q, work);
	leave(q);
	return room;
}

WRONG(narrow, "uses 64 slots, however many it has", push_narrow, base_pop);

static inline uint32_t push_31_of_32(struct base *q, const struct work *works,
				     uint32_t n)
{
	uint32_t done = 0;

	while (done < n && (done == 31 || base_push(q, works[done])))
		done++;
	return done;
}

#define QUEUE_IN_BULK(id, text, ...)                                         \
	WRONG_IN_BULK(id, text, base_push, push_31_of_32, base_pop, ANY, QUEUE)
QUEUE_IN_BULK(short_bulk, "a bulk of 32 puts in 31 and says 32");

static inline bool push_but_seldom(struct base *q, struct work work)
{
	if (atomic_add_relaxed(&q->pushes, 1) % 1000000 == 999999)
		return true;
	return base_push(q, work);
}

WRONG(loses_seldom, "forgets one push in a million", push_but_seldom,
      base_pop);
