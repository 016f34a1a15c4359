/* SPDX-License-Identifier: MIT */
/* Boost's lock-free queues, of fixed size as ours are, and in memory of their
 * own. The one called ..._8 carries a pointer. */
#include "peers/guests/contracts.h"

#if __has_include(<boost/lockfree/spsc_queue.hpp>)
#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <new>

namespace lockfree = boost::lockfree;

#define BOOST_QUEUE(name, type)                                              \
	struct name {                                                        \
		type own;                                                    \
		explicit name(uint32_t capacity) : own(capacity) {}          \
	};                                                                   \
	static inline size_t name##_bytes(uint32_t)                          \
	{                                                                    \
		return sizeof(struct work);                                  \
	}                                                                    \
	static inline void name##_init(struct name *q, void *,               \
				       uint32_t capacity)                    \
	{                                                                    \
		new (q) name(capacity);                                      \
	}

BOOST_QUEUE(boost_spsc, lockfree::spsc_queue<struct work>)

static inline bool boost_spsc_push(struct boost_spsc *q, struct work work)
{
	return q->own.push(work);
}

static inline bool boost_spsc_pop(struct boost_spsc *q, struct work *work)
{
	return q->own.pop(*work);
}

static inline uint32_t boost_spsc_push_bulk(struct boost_spsc *q,
					    const struct work *works,
					    uint32_t n)
{
	return static_cast<uint32_t>(q->own.push(works, n));
}

static inline uint32_t boost_spsc_pop_bulk(struct boost_spsc *q,
					   struct work *works, uint32_t n)
{
	return static_cast<uint32_t>(q->own.pop(works, n));
}

QUEUE(boost_spsc, "Boost: spsc_queue", 0);

BOOST_QUEUE(boost_spsc_8, lockfree::spsc_queue<void *>)

static inline bool boost_spsc_8_push(struct boost_spsc_8 *q, struct work work)
{
	return q->own.push(work.arg);
}

static inline bool boost_spsc_8_pop(struct boost_spsc_8 *q, struct work *work)
{
	work->run = nullptr;
	return q->own.pop(work->arg);
}

static inline uint32_t boost_spsc_8_push_words(struct boost_spsc_8 *q,
					       void *const *words, uint32_t n)
{
	return static_cast<uint32_t>(q->own.push(words, n));
}

static inline uint32_t boost_spsc_8_pop_words(struct boost_spsc_8 *q,
					      void **words, uint32_t n)
{
	return static_cast<uint32_t>(q->own.pop(words, n));
}

GUEST_WORDS(boost_spsc_8, "Boost: spsc_queue of pointers", 0);

using boost_fixed_queue =
	lockfree::queue<struct work, lockfree::fixed_sized<true>>;

BOOST_QUEUE(boost_queue, boost_fixed_queue)

static inline bool boost_queue_push(struct boost_queue *q, struct work work)
{
	return q->own.bounded_push(work);
}

static inline bool boost_queue_pop(struct boost_queue *q, struct work *work)
{
	return q->own.pop(*work);
}

GUEST_BULKS(boost_queue)
QUEUE(boost_queue, "Boost: queue of fixed size", GUEST_ANY);
#endif
