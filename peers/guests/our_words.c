/* SPDX-License-Identifier: MIT */
/*
 * Our own queues with items of 8 bytes, for libraries that carry a pointer. They
 * are the same headers: here alone, what they call `work` is a word.
 */
#include "peers/guests/contracts.h"

struct word {
	void *arg;
};

#define work word
#include "sched/queue/mpmc.h"
#include "sched/queue/spsc.h"
#undef work

#define OUR_WORDS(name, own, text, flags)                                    \
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
	}                                                                    \
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
