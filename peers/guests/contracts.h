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

#define GUEST_ANY (QUEUE_MANY_PUSH | QUEUE_MANY_POP)

#endif
