/* SPDX-License-Identifier: MIT */
/*
 * Our own queues with items of 8 bytes, for libraries that carry a pointer. They
 * are the same headers: here alone, what they call `work` is a word.
 */
#include "peers/guests/contracts.h"

struct word {
	void *arg;
};

static inline void word_store_relaxed(struct word *slot, struct word word)
{
	atomic_store_relaxed(&slot->arg, word.arg);
}

static inline struct word word_load_relaxed(struct word *slot)
{
	return (struct word){ atomic_load_relaxed(&slot->arg) };
}

#define work word
#define work_store_relaxed word_store_relaxed
#define work_load_relaxed word_load_relaxed
#include "sched/queue/deque.h"
#include "sched/queue/mpmc.h"
#include "sched/queue/spsc.h"
#undef work
#undef work_store_relaxed
#undef work_load_relaxed

#define ONE_BY_ONE(name, own)                                                \
	struct name {                                                        \
		struct own queue;                                            \
	};                                                                   \
	static inline size_t name##_bytes(uint32_t capacity)                 \
	{                                                                    \
		return own##_bytes(capacity);                                \
	}                                                                    \
	static inline void name##_init(struct name *q, void *memory,         \
				       uint32_t capacity)                    \
	{                                                                    \
		own##_init(&q->queue, memory, capacity);                     \
	}                                                                    \
	static inline bool name##_push(struct name *q, struct work work)     \
	{                                                                    \
		return own##_push(&q->queue, (struct word){ work.arg });     \
	}                                                                    \
	static inline bool name##_pop(struct name *q, struct work *work)     \
	{                                                                    \
		struct word word;                                            \
		bool any = own##_pop(&q->queue, &word);                      \
									     \
		if (any)                                                     \
			*work = (struct work){ NULL, word.arg };             \
		return any;                                                  \
	}

#define OUR_WORDS(name, own, text, flags)                                    \
	ONE_BY_ONE(name, own)                                                \
	static inline uint32_t name##_push_words(                            \
		struct name *q, void *const *words, uint32_t n)              \
	{                                                                    \
		return own##_push_bulk(&q->queue,                            \
				       (const struct word *)words, n);       \
	}                                                                    \
	static inline uint32_t name##_pop_words(struct name *q,              \
						void **words, uint32_t n)    \
	{                                                                    \
		return own##_pop_bulk(&q->queue, (struct word *)words, n);   \
	}                                                                    \
	GUEST_WORDS(name, text, flags)

OUR_WORDS(mpmc_8, mpmc, "ours: mpmc of words", GUEST_ANY);
OUR_WORDS(spsc_8, spsc, "ours: spsc of words", 0);

ONE_BY_ONE(deque_8, deque)

static inline bool deque_8_steal(struct deque_8 *q, struct work *work)
{
	struct word word;
	bool any = deque_steal(&q->queue, &word);

	if (any)
		*work = (struct work){ NULL, word.arg };
	return any;
}

static inline uint32_t deque_8_steal_half(struct deque_8 *q,
					  struct work *works, uint32_t most)
{
	struct word words[DEQUE_BATCH];
	uint32_t got = deque_steal_half(&q->queue, words, most);

	for (uint32_t i = 0; i < got; i++)
		works[i] = (struct work){ NULL, words[i].arg };
	return got;
}

GUEST_BULKS(deque_8)
QUEUE_STEALING(deque_8, "ours: deque of words",
	       QUEUE_OWNER | QUEUE_LIFO | QUEUE_WORD);
