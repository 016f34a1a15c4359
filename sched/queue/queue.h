/* SPDX-License-Identifier: MIT */
/*
 * What a queue of work is, and how one announces itself.
 *
 * A queue called NAME is inline verbs over `struct NAME`, and a line
 * QUEUE(NAME, ...): ours stand in sched/queue/NAME.h and queues.c. All verbs
 * return at once; n is any number, capacity a power of two from 2 to QUEUE_MOST.
 *
 *	size_t   NAME_bytes(capacity)          memory that NAME_init() needs
 *	void     NAME_init(q, memory, capacity)
 *	bool     NAME_push(q, work)            false: full
 *	bool     NAME_pop(q, &work)            false: empty
 *	uint32_t NAME_push_bulk(q, works, n)   pushed: works[0 ..], in order
 *	uint32_t NAME_pop_bulk(q, works, n)    popped, in the order of pops
 *
 * and, where the queue can tell (QUEUE_LOOKS_EMPTY),
 *
 *	bool     NAME_looks_empty(q)           a look that takes nothing
 *
 * which is true where a pop at some moment during the call would be false.
 *
 * And, where other cores may take from an owner's queue (QUEUE_STEALING),
 *
 *	bool     NAME_steal(q, &work)          false: empty, or another was first
 *	uint32_t NAME_steal_half(q, works, most)   stolen: at most half
 *
 * memory and the queue itself are aligned to MACHINE_LINE_PAIR; memory may
 * hold anything. NAME_init() returns before any other core sees the queue. No
 * verb may be called from a trap handler that can interrupt another verb on
 * the same queue.
 *
 * "Full" and "empty" are true of a moment during the call, and all calls agree
 * on one order of these moments; but for
 *
 *	a queue whose header says that another's unfinished verb can look like
 *	    it (mpmc, steal);
 *	a queue without locked instructions (spsc, spsc/plain): a verb returns
 *	    while its last store may still be on its way to the other core, so
 *	    what one side finds full the other may find empty at the same time.
 *	    Whoever wants to sleep on one of the two needs a full fence first,
 *	    and a look after it;
 *	a bulk that ends after some of its n (spsc, spsc/plain, two,
 *	    workqueue): the same holds for its end.
 */
#ifndef SCHED_QUEUE_QUEUE_H
#define SCHED_QUEUE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/registry.h"
#include "sched/queue/loops.h"
#include "sched/work.h"

#define QUEUE_MOST (1u << 24)

/* Who may call; where a flag is missing, one core at a time. */
enum queue_flags {
	QUEUE_MANY_PUSH = 1, /* any number of cores push at once */
	QUEUE_MANY_POP = 2,  /* any number of cores pop at once */
	QUEUE_OWNER = 4,     /* push and pop belong to one and the same core */
	QUEUE_STEAL = 8,     /* any number of cores steal at once */
	QUEUE_LIFO = 16,     /* pop takes the newest (steal: the oldest) */
	QUEUE_LOCK = 32,     /* a core that stops inside a verb stops others */
	QUEUE_PER_CORE = 64, /* a part of `capacity` for each core: full, and
			      * the newest, are of the caller's own part */
	QUEUE_WORD = 128,    /* carries the argument alone, 8 bytes: what comes
			      * out has no function */
};

struct queue_kind {
	const char *name;    /* as in the records */
	const char *summary; /* one sentence */
	const char *paper;   /* where it was published; NULL: nowhere */
	unsigned flags;      /* enum queue_flags */
	size_t size;         /* of the struct itself */

	/* The verbs, out of line: for checks, not for measuring. */
	size_t (*bytes)(uint32_t capacity);
	void (*init)(void *queue, void *memory, uint32_t capacity);
	bool (*push)(void *queue, struct work work);
	bool (*pop)(void *queue, struct work *work);
	uint32_t (*push_bulk)(void *queue, const struct work *works,
			      uint32_t n);
	uint32_t (*pop_bulk)(void *queue, struct work *works, uint32_t n);
	bool (*looks_empty)(void *queue);                /* NULL: cannot */
	bool (*steal)(void *queue, struct work *work);   /* NULL: cannot */
	uint32_t (*steal_half)(void *queue, struct work *works, uint32_t most);

	/*
	 * Measured loops, the verbs inlined: `count` items, then they return
	 * how many it were. Less than count: the queue stayed full or empty
	 * for QUEUE_PATIENCE. Those in bulks round count up to a whole one.
	 * pairs: push, then pop, on the calling core.
	 */
	uint64_t (*steals)(void *queue, uint64_t count); /* NULL: cannot */
	uint64_t (*steals32)(void *queue, uint64_t count);
	uint64_t (*pairs)(void *queue, uint64_t count);
	uint64_t (*pairs8)(void *queue, uint64_t count);
	uint64_t (*pairs32)(void *queue, uint64_t count);
	uint64_t (*pushes)(void *queue, uint64_t count);
	uint64_t (*pops)(void *queue, uint64_t count);
	uint64_t (*pushes32)(void *queue, uint64_t count);
	uint64_t (*pops32)(void *queue, uint64_t count);
};

REGISTRY(qc_queues, const struct queue_kind);

/* ---- announcing one ---------------------------------------------------------- */

#define QUEUE_WRAPPERS(name)                                                 \
	static size_t name##_kind_bytes(uint32_t capacity)                   \
	{                                                                    \
		return name##_bytes(capacity);                               \
	}                                                                    \
	static void name##_kind_init(void *queue, void *memory,              \
				     uint32_t capacity)                      \
	{                                                                    \
		name##_init((struct name *)queue, memory, capacity);         \
	}                                                                    \
	static bool name##_kind_push(void *queue, struct work work)          \
	{                                                                    \
		return name##_push((struct name *)queue, work);              \
	}                                                                    \
	static bool name##_kind_pop(void *queue, struct work *work)          \
	{                                                                    \
		return name##_pop((struct name *)queue, work);               \
	}                                                                    \
	static uint32_t name##_kind_push_bulk(                               \
		void *queue, const struct work *works, uint32_t n)           \
	{                                                                    \
		return name##_push_bulk((struct name *)queue, works, n);     \
	}                                                                    \
	static uint32_t name##_kind_pop_bulk(void *queue,                    \
					     struct work *works, uint32_t n) \
	{                                                                    \
		return name##_pop_bulk((struct name *)queue, works, n);      \
	}

/* QUEUE_AS() whose measured bulks are arrays of item_, moved by
 * NAME_push_MANY() and NAME_pop_MANY(). */
#define QUEUE_OF(name_, label, summary_, flags_, item_, many_, ...)          \
	QUEUE_WRAPPERS(name_)                                                \
	QUEUE_PAIR_LOOP(name_)                                               \
	QUEUE_BULK_PAIR_LOOP(name_, 8u, item_, name_##_push_##many_,         \
			     name_##_pop_##many_)                            \
	QUEUE_BULK_PAIR_LOOP(name_, 32u, item_, name_##_push_##many_,        \
			     name_##_pop_##many_)                            \
	QUEUE_PUSH_LOOPS(name_, item_, name_##_push_##many_)                 \
	QUEUE_TAKE_LOOPS(name_, pops, name_##_pop, item_,                    \
			 name_##_pop_##many_)                                \
	static const struct queue_kind queue_##name_ = {                     \
		.name = label, .summary = summary_, .flags = flags_,         \
		.size = sizeof(struct name_),                                \
		.bytes = name_##_kind_bytes, .init = name_##_kind_init,      \
		.push = name_##_kind_push, .pop = name_##_kind_pop,          \
		.push_bulk = name_##_kind_push_bulk,                         \
		.pop_bulk = name_##_kind_pop_bulk, ##__VA_ARGS__,            \
		.pairs = name_##_loop_pairs,                                 \
		.pairs8 = name_##_loop_pairs8u,                              \
		.pairs32 = name_##_loop_pairs32u,                            \
		.pushes = name_##_loop_pushes, .pops = name_##_loop_pops,    \
		.pushes32 = name_##_loop_pushes32,                           \
		.pops32 = name_##_loop_pops32 };                             \
	REGISTER(qc_queues, queue_##name_)

/*
 * QUEUE() under another name than its verbs', and with further members of
 * struct queue_kind: QUEUE_AS(spscplain, "spsc/plain", "...", 0, .paper = "").
 */
#define QUEUE_AS(name, label, summary, flags, ...)                           \
	QUEUE_OF(name, label, summary, flags, struct work, bulk, ##__VA_ARGS__)

/* At file scope, with .looks_empty = mine_kind_looks_empty among the members:
 * QUEUE_LOOKS_EMPTY(mine); QUEUE(mine, ...). */
#define QUEUE_LOOKS_EMPTY(name)                                              \
	static bool name##_kind_looks_empty(void *queue)                     \
	{                                                                    \
		return name##_looks_empty((struct name *)queue);             \
	}                                                                    \
	_Static_assert(true, "")

/* At file scope: announces a queue that has the six verbs. */
#define QUEUE(name, summary, flags, ...)                                     \
	QUEUE_AS(name, #name, summary, flags, ##__VA_ARGS__)

/* The same for a queue that can be stolen from as well. */
#define QUEUE_STEALING(name_, summary, flags, ...)                           \
	static bool name_##_kind_steal(void *queue, struct work *work)       \
	{                                                                    \
		return name_##_steal((struct name_ *)queue, work);           \
	}                                                                    \
	static uint32_t name_##_kind_steal_half(                             \
		void *queue, struct work *works, uint32_t most)              \
	{                                                                    \
		return name_##_steal_half((struct name_ *)queue, works,      \
					  most);                             \
	}                                                                    \
	QUEUE_TAKE_LOOPS(name_, steals, name_##_steal, struct work,          \
			 name_##_steal_half)                                 \
	QUEUE(name_, summary, (flags) | QUEUE_STEAL,                         \
	      .steal = name_##_kind_steal,                                   \
	      .steal_half = name_##_kind_steal_half,                         \
	      .steals = name_##_loop_steals,                                 \
	      .steals32 = name_##_loop_steals32, ##__VA_ARGS__)

#endif
