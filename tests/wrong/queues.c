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

/* A ring under one lock, its verbs, and what its mistakes count. */
struct base {
	struct ticket_lock lock;
	uint32_t head, tail, mask;
	uint32_t pushes, pops;
	uint16_t head16, tail16;
	struct work *slot;

	bool (*push)(struct base *q, struct work work);
	bool (*pop)(struct base *q, struct work *work);
	uint32_t lie; /* a bulk's item with this number is not put in */
	bool push_early, pop_early; /* the index is moved first */
};

static inline void leave(struct base **q)
{
	ticket_release(&(*q)->lock, NULL);
}

/* From here to the end of the block. */
#define HOLDING(q)                                                           \
	__attribute__((cleanup(leave), unused)) struct base *held = q;       \
	ticket_acquire(&(q)->lock, NULL)

static inline bool full(const struct base *q)
{
	return q->tail - q->head > q->mask;
}

static inline bool empty(const struct base *q)
{
	return q->head == q->tail;
}

static inline struct work *slot(const struct base *q, uint32_t index)
{
	return &q->slot[index & q->mask];
}

static inline bool put(struct base *q, struct work work)
{
	payload_store(slot(q, q->tail++), work);
	return true;
}

static inline bool take(struct base *q, struct work *work)
{
	*work = payload_load(slot(q, q->head++));
	return true;
}

/* Both are right. */
static inline bool base_push(struct base *q, struct work work)
{
	HOLDING(q);
	return !full(q) && put(q, work);
}

static inline bool base_pop(struct base *q, struct work *work)
{
	HOLDING(q);
	return !empty(q) && take(q, work);
}

/* ---- a kind of queue for each mistake ---------------------------------------- */

/* By the verbs of each. */
struct any {
	struct base base;
};

static inline size_t any_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static inline void any_init(struct any *q, void *memory, uint32_t capacity)
{
	q->base = (struct base){ .mask = capacity - 1, .slot = memory,
				 .push = base_push, .pop = base_pop,
				 .lie = UINT32_MAX };
}

static inline bool any_push(struct any *q, struct work work)
{
	return q->base.push(&q->base, work);
}

static inline bool any_pop(struct any *q, struct work *work)
{
	return q->base.pop(&q->base, work);
}

static inline uint32_t any_push_bulk(struct any *q, const struct work *works,
				     uint32_t n)
{
	uint32_t done = 0;

	while (done < n && (done == q->base.lie || any_push(q, works[done])))
		done++;
	return done;
}

static inline uint32_t any_pop_bulk(struct any *q, struct work *works, uint32_t n)
{
	uint32_t done = 0;

	while (done < n && any_pop(q, &works[done]))
		done++;
	return done;
}

#define ANY (QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK)

QUEUE_WRAPPERS(any)
QUEUE_PAIR_LOOP(any)
QUEUE_BULK_PAIR_LOOP(any, 8u, struct work, any_push_bulk, any_pop_bulk)
QUEUE_BULK_PAIR_LOOP(any, 32u, struct work, any_push_bulk, any_pop_bulk)
QUEUE_PUSH_LOOPS(any, struct work, any_push_bulk)
QUEUE_TAKE_LOOPS(any, pops, any_pop, struct work, any_pop_bulk)

/* NAME: its flags, and what is set otherwise than in any_init(). */
#define WRONG_AS(id, text, flags_, ...)                                      \
	static void id##_init(void *queue, void *memory, uint32_t capacity)  \
	{                                                                    \
		struct base *q = queue;                                      \
									     \
		any_kind_init(q, memory, capacity);                         \
		__VA_ARGS__;                                                 \
	}                                                                    \
	static const struct queue_kind queue_##id = {                        \
		.name = #id, .summary = text, .flags = flags_,               \
		.size = sizeof(struct any), .bytes = any_kind_bytes,       \
		.init = id##_init,                                           \
		.push = any_kind_push, .pop = any_kind_pop,                \
		.push_bulk = any_kind_push_bulk,                            \
		.pop_bulk = any_kind_pop_bulk,                              \
		.pairs = any_loop_pairs, .pairs8 = any_loop_pairs8u,       \
		.pairs32 = any_loop_pairs32u,                               \
		.pushes = any_loop_pushes, .pops = any_loop_pops,          \
		.pushes32 = any_loop_pushes32, .pops32 = any_loop_pops32 }; \
	REGISTER(qc_queues, queue_##id)

/* Both verbs, or one, are wrong; or a body is. */
#define WRONG(id, text, push_, pop_)                                         \
	WRONG_AS(id, text, ANY, q->push = push_, q->pop = pop_)
#define WRONG_PUSH(id, text)                                                 \
	static bool id##_push(struct base *q, struct work work);             \
	WRONG_AS(id, text, ANY, q->push = id##_push);                        \
	static bool id##_push(struct base *q, struct work work)
#define WRONG_POP(id, text)                                                  \
	static bool id##_pop(struct base *q, struct work *work);             \
	WRONG_AS(id, text, ANY, q->pop = id##_pop);                          \
	static bool id##_pop(struct base *q, struct work *work)

/* ---- items that go astray --------------------------------------------------- */

WRONG_PUSH(loses, "forgets one push in a thousand")
{
	return !(atomic_add_relaxed(&q->pushes, 1) % 997) || base_push(q, work);
}

WRONG_POP(doubles, "gives one item in a thousand twice")
{
	bool any = base_pop(q, work);

	HOLDING(q);
	if (any && ++q->pops % 997 == 0 && !full(q))
		q->head--;
	return any;
}

WRONG_PUSH(reorders, "lets an item overtake now and then")
{
	HOLDING(q);
	if (full(q))
		return false;
	put(q, work);
	if (++q->pushes % 97 == 0 && q->tail - q->head > 1) {
		struct work *last = slot(q, q->tail - 1);
		struct work *before = slot(q, q->tail - 2);
		struct work kept = payload_load(last);

		payload_store(last, payload_load(before));
		payload_store(before, kept);
	}
	return true;
}

WRONG_POP(invents, "gives what nobody pushed")
{
	if (base_pop(q, work))
		return true;
	if (atomic_add_relaxed(&q->pops, 1) % 500 != 499)
		return false;
	*work = (struct work){ NULL, q };
	return true;
}

/* By two entries. */
WRONG_POP(tears, "takes an item's halves one after the other")
{
	struct work copy;

	{
		HOLDING(q);
		if (empty(q))
			return false;
		*work = payload_load(slot(q, q->head));
	}
	cpu_relax();
	HOLDING(q);
	if (empty(q))
		return false;
	take(q, &copy);
	work->arg = copy.arg;
	return true;
}

/* ---- full and empty --------------------------------------------------------- */

WRONG_PUSH(overwrites, "a push on a full queue drops the oldest")
{
	HOLDING(q);
	if (full(q))
		q->head++;
	return put(q, work);
}

WRONG_PUSH(lies_when_full, "a push on a full queue says that it went in")
{
	base_push(q, work);
	return true;
}

WRONG_POP(lies_when_empty, "a pop on an empty queue gives an old item")
{
	HOLDING(q);
	*work = payload_load(slot(q, q->head));
	if (!empty(q))
		q->head++;
	return true;
}

WRONG_POP(waits_when_empty, "a pop waits for an item, for ever")
{
	while (!base_pop(q, work))
		cpu_relax();
	return true;
}

WRONG_POP(pops_late, "looks whether it is empty, then pops")
{
	{
		HOLDING(q);
		if (empty(q))
			return false;
	}
	HOLDING(q);
	return take(q, work);
}

WRONG_PUSH(pushes_late, "looks whether it is full, then pushes")
{
	{
		HOLDING(q);
		if (full(q))
			return false;
	}
	HOLDING(q);
	return put(q, work);
}

/* ---- without the lock, or too little of it ------------------------------------ */

static bool push_unlocked(struct base *q, struct work work)
{
	uint32_t tail = atomic_load_acquire(&q->tail);

	if (tail - atomic_load_acquire(&q->head) > q->mask)
		return false;
	if (q->push_early) {
		atomic_store_release(&q->tail, tail + 1);
		cpu_relax();
	}
	payload_store(slot(q, tail), work);
	atomic_store_release(&q->tail, tail + 1);
	return true;
}

static bool pop_unlocked(struct base *q, struct work *work)
{
	uint32_t head = atomic_load_acquire(&q->head);

	if (head == atomic_load_acquire(&q->tail))
		return false;
	if (q->pop_early) {
		atomic_store_release(&q->head, head + 1);
		cpu_relax();
	}
	*work = payload_load(slot(q, head));
	atomic_store_release(&q->head, head + 1);
	return true;
}

#define UNLOCKED q->push = push_unlocked, q->pop = pop_unlocked
WRONG_AS(for_two_only, "right for one at each end, and says it is for many",
	 ANY, UNLOCKED);
WRONG_AS(shows_early, "shows an item before it is there", 0,
	 UNLOCKED, q->push_early = true);
WRONG_AS(frees_early, "gives a slot back before it has been read", 0,
	 UNLOCKED, q->pop_early = true);

/* ---- wraps ---------------------------------------------------------------------- */

/* Of the slots it uses one less than it has. */
static struct work *slot16(const struct base *q, uint16_t index)
{
	return &q->slot[index % (q->mask ? q->mask : 1)];
}

static bool push16(struct base *q, struct work work)
{
	HOLDING(q);
	if ((uint16_t)(q->tail16 - q->head16) >= q->mask)
		return false;
	payload_store(slot16(q, q->tail16++), work);
	return true;
}

static bool pop16(struct base *q, struct work *work)
{
	HOLDING(q);
	if (q->tail16 == q->head16)
		return false;
	*work = payload_load(slot16(q, q->head16++));
	return true;
}

WRONG(wraps_wrong, "its slots do not divide the range of its indices", push16,
      pop16);

/* ---- only as it is timed ---------------------------------------------------- */

WRONG_PUSH(narrow, "uses 64 slots, however many it has")
{
	HOLDING(q);
	return !full(q) && q->tail - q->head < 64 && put(q, work);
}

WRONG_AS(short_bulk, "a bulk of 32 puts in 31 and says 32", ANY, q->lie = 31);

WRONG_PUSH(loses_seldom, "forgets one push in a million")
{
	return atomic_add_relaxed(&q->pushes, 1) % 1000000 == 999999 ||
	       base_push(q, work);
}
