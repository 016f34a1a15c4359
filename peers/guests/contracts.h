/* SPDX-License-Identifier: MIT */
/*
 * Our contracts as an adapter sees them, in C and in C++: LOCK(), QUEUE(),
 * EXECUTOR() and ROWS(). An adapter wraps somebody else's primitive in inline
 * verbs. The macros make the measured loops of them in the adapter's own file,
 * so that theirs are inlined as ours are.
 *
 * Unlike ours, a guest may allocate, and a lock of zero bytes need not be free:
 * init() comes first. What a guest's init() allocates is never given back.
 */
#ifndef PEERS_GUESTS_CONTRACTS_H
#define PEERS_GUESTS_CONTRACTS_H

#ifdef __cplusplus
#define _Static_assert static_assert
#define _Alignof alignof
#define _Noreturn [[noreturn]]
#define try try_ /* a member of struct lock_kind */
extern "C" {
#endif

#include "bench/bench.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/executor/executor.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

#ifdef __cplusplus
}
#undef _Noreturn
#undef try
#endif

/* The verbs in bulk of a queue that has none: one by one. */
#define GUEST_BULKS(name)                                                    \
	static inline uint32_t name##_push_bulk(                             \
		struct name *q, const struct work *works, uint32_t n)        \
	{                                                                    \
		uint32_t done = 0;                                           \
									     \
		while (done < n && name##_push(q, works[done]))              \
			done++;                                              \
		return done;                                                 \
	}                                                                    \
	static inline uint32_t name##_pop_bulk(struct name *q,               \
					       struct work *works,           \
					       uint32_t n)                   \
	{                                                                    \
		uint32_t done = 0;                                           \
									     \
		while (done < n && name##_pop(q, &works[done]))              \
			done++;                                              \
		return done;                                                 \
	}

/*
 * A queue of words, 8 bytes each, that moves arrays of them by NAME_push_words()
 * and NAME_pop_words(). The measured loops call these. The proof calls the verbs
 * in bulk, which hand every item through these.
 */
#define GUEST_WORDS_MOST 32u
#define GUEST_WORDS(name, summary, flags)                                    \
	static inline uint32_t name##_push_bulk(                             \
		struct name *q, const struct work *works, uint32_t n)        \
	{                                                                    \
		void *words[GUEST_WORDS_MOST];                               \
		uint32_t done = 0, got = GUEST_WORDS_MOST;                   \
									     \
		while (done < n && got == GUEST_WORDS_MOST) {                \
			for (uint32_t i = 0; i < got && done + i < n; i++)   \
				words[i] = works[done + i].arg;              \
			got = name##_push_words(                             \
				q, words, n - done < got ? n - done : got);  \
			done += got;                                         \
		}                                                            \
		return done;                                                 \
	}                                                                    \
	static inline uint32_t name##_pop_bulk(struct name *q,               \
					       struct work *works,           \
					       uint32_t n)                   \
	{                                                                    \
		void *words[GUEST_WORDS_MOST];                               \
		uint32_t done = 0, got = GUEST_WORDS_MOST;                   \
									     \
		while (done < n && got == GUEST_WORDS_MOST) {                \
			got = name##_pop_words(                              \
				q, words, n - done < got ? n - done : got);  \
			for (uint32_t i = 0; i < got; i++) {                 \
				works[done + i].run = NULL;                  \
				works[done + i].arg = words[i];              \
			}                                                    \
			done += got;                                         \
		}                                                            \
		return done;                                                 \
	}                                                                    \
	QUEUE_OF(name, #name, summary, QUEUE_WORD | (flags), void *, words)

#define GUEST_ANY (QUEUE_MANY_PUSH | QUEUE_MANY_POP)

#endif
