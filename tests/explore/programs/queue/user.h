/* SPDX-License-Identifier: MIT */
/*
 * The verbs of any queue of a user's file as programs.h calls them.
 * Whether it may look full or empty though it is not: where it says QUEUE_LOCK,
 * under TSO only, else at any time while another core is inside a verb.
 */
#ifndef TESTS_EXPLORE_USER_QUEUE_H
#define TESTS_EXPLORE_USER_QUEUE_H

#include "sched/queue/queue.h"

#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

#define QUEUE_ROOM 4096u    /* the largest queue */
#define QUEUE_MEMORY 8192u  /* and its memory */

struct user {
	char room[QUEUE_ROOM];
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static inline const struct queue_kind *user_kind(void)
{
	return explore_kind();
}

static inline void user_init(struct user *q, void *memory, uint32_t capacity)
{
	explore_check(user_kind()->size <= QUEUE_ROOM,
		      "the queue is larger than 4 KB");
	explore_check(user_kind()->bytes(capacity) <= QUEUE_MEMORY,
		      "the queue needs more memory than 8 KB");
	user_reset();
	__builtin_memset(q, 0, user_kind()->size);
	user_kind()->init(q, memory, capacity);
}

/* They are called as they are: a kind's verbs take any pointer. */
#define user_push user_kind()->push
#define user_pop user_kind()->pop
#define user_push_bulk user_kind()->push_bulk
#define user_pop_bulk user_kind()->pop_bulk
#define user_steal user_kind()->steal
#define user_steal_half user_kind()->steal_half

static inline bool user_has(const void *kind, unsigned flags)
{
	return (((const struct queue_kind *)kind)->flags & flags) == flags;
}

/* The macros that announce a queue. */
#undef QUEUE
#undef QUEUE_STEALING

#define QUEUE user
#define QUEUE_BOUND { 3, 3, 3 }
#define QUEUE_BOUND_THREE { 2, 2, 2 }
#define QUEUE_LOOKS_FULL                                                     \
	(!user_has(user_kind(), QUEUE_LOCK) || explore_model() == EXPLORE_TSO)
#define QUEUE_NEWEST user_has(user_kind(), QUEUE_LIFO)
#define QUEUE_ORDERED false
#define QUEUE_REGISTER(id) EXPLORE_GENERIC(id, queue)
#define QUEUE_FITS(id) user_fits_##id

#endif
