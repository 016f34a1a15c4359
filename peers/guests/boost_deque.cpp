/* SPDX-License-Identifier: MIT */
/*
 * The work-stealing deque inside Boost.Fiber. It carries the contexts of fibers,
 * 8 bytes, and a thief asks each whether it is pinned: items are places in zeroed
 * memory that nobody writes, where the answer is no. It has no bounds: what its
 * owner pushed and popped and thieves took, counted by each for itself, is one.
 */
#include "peers/guests/contracts.h"

#if __has_include(<boost/fiber/all.hpp>)
#include <boost/fiber/all.hpp>
#include <boost/fiber/detail/context_spmc_queue.hpp>
#include <new>
#include <sys/mman.h>

using boost::fibers::context;

#define VALUES (1ul << 28) /* different items: those of the proof, and more */
#define PLACE 8u           /* bytes from one item's place to the next */

static char *places; /* pages of zeros, that are read alone */

struct boost_deque_8 {
	boost::fibers::detail::context_spmc_queue own;
	size_t capacity;

	/* The owner's: items that it put in and did not take out, less the
	 * thefts that it knows of. */
	size_t held __attribute__((aligned(MACHINE_LINE_PAIR)));
	size_t known;
	struct {
		size_t stolen /* atomic: by this core */
			__attribute__((aligned(MACHINE_LINE_PAIR)));
	} core[MACHINE_MAX_CORES];

	explicit boost_deque_8(uint32_t n) : own(n), capacity(n), held(0),
		known(0), core() {}
};

static inline size_t boost_deque_8_bytes(uint32_t)
{
	return sizeof(struct work); /* it has memory of its own */
}

static inline void boost_deque_8_init(struct boost_deque_8 *q, void *,
				      uint32_t capacity)
{
	if (!places) {
		void *got = mmap(NULL, VALUES * PLACE + sizeof(context),
				 PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS |
				 MAP_NORESERVE, -1, 0);

		if (got == MAP_FAILED)
			machine_panic("no address space for boost_deque_8");
		places = static_cast<char *>(got);
	}
	new (q) boost_deque_8(capacity);
	/* Its index wraps when the first verb is a pop. */
	q->own.push(reinterpret_cast<context *>(places));
	q->own.pop();
}

static inline bool boost_deque_8_give(context *c, struct work *work)
{
	if (!c)
		return false;
	work->run = nullptr;
	work->arg = reinterpret_cast<void *>(
		(reinterpret_cast<char *>(c) - places) / PLACE);
	return true;
}

/* The owner's: a look at what thieves took, and whether it is full still. */
static __attribute__((noinline)) bool boost_deque_8_full(
	struct boost_deque_8 *q)
{
	size_t stolen = 0;

	for (unsigned i = 0; i < machine_cores(); i++)
		stolen += atomic_load_relaxed(&q->core[i].stolen);
	q->held -= stolen - q->known;
	q->known = stolen;
	return q->held >= q->capacity;
}

static inline bool boost_deque_8_push(struct boost_deque_8 *q,
				      struct work work)
{
	char *place = places + reinterpret_cast<uintptr_t>(work.arg) * PLACE;

	if (q->held >= q->capacity && boost_deque_8_full(q))
		return false;
	q->own.push(reinterpret_cast<context *>(place));
	q->held++;
	return true;
}

static inline bool boost_deque_8_pop(struct boost_deque_8 *q,
				     struct work *work)
{
	bool any = boost_deque_8_give(q->own.pop(), work);

	q->held -= any;
	return any;
}

static inline bool boost_deque_8_steal(struct boost_deque_8 *q,
				       struct work *work)
{
	size_t *stolen = &q->core[machine_core()].stolen;

	if (!boost_deque_8_give(q->own.steal(), work))
		return false;
	atomic_store_relaxed(stolen, *stolen + 1);
	return true;
}

/* It has no thefts of several: one is at most half. */
static inline uint32_t boost_deque_8_steal_half(struct boost_deque_8 *q,
						struct work *works,
						uint32_t most)
{
	return most && boost_deque_8_steal(q, works);
}

GUEST_BULKS(boost_deque_8)
QUEUE_STEALING(boost_deque_8, "Boost.Fiber: its deque of contexts",
	       QUEUE_OWNER | QUEUE_LIFO | QUEUE_WORD);
#endif
