/* SPDX-License-Identifier: MIT */
/*
 * The measured loops that QUEUE() makes of a queue's verbs, inlined into them,
 * and how they wait. Each is a function of its own (noinline) and holds nothing
 * but the verb, a counter, and on the way that is not measured the wait.
 */
#ifndef SCHED_QUEUE_LOOPS_H
#define SCHED_QUEUE_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "sched/work.h"

/* PAUSEs in vain: a tenth of a second to two. A clock has no place in the loop. */
#ifndef QUEUE_PATIENCE
#define QUEUE_PATIENCE (1u << 25)
#endif
#define QUEUE_BURST 64u           /* items between two waits, aimed at */
#define QUEUE_LONGEST_WAIT 64u    /* PAUSEs between two looks, at most */

/*
 * How a loop waits at a queue that is full or empty. Who looks without rest at
 * a line that another core is filling takes it away for every single item, and
 * both go at the pace of line transfers. So it waits, longer where the waits
 * come after less than QUEUE_BURST items: that finds by itself what suits the
 * distance of the cores and the length of a PAUSE. The loops are for
 * throughput; the price is the delay of the item that ends a wait.
 */
struct queue_pace {
	uint32_t pauses;     /* between two looks */
	uint32_t in_vain;    /* PAUSEs of this wait until now */
	uint64_t waited_at;  /* items done when the last wait began */
};
#define QUEUE_PACE { .pauses = 4 }

/* Before the loop looks again, `done` items done. False: long enough. Inlined,
 * however many queues there are: a measured loop calls nothing. */
static inline __attribute__((always_inline))
bool queue_wait(struct queue_pace *pace, uint64_t done)
{
	if (done != pace->waited_at) {
		bool often = done - pace->waited_at < QUEUE_BURST;
		if (often && pace->pauses < QUEUE_LONGEST_WAIT)
			pace->pauses *= 2;
		else if (!often && pace->pauses > 1)
			pace->pauses /= 2;
		pace->waited_at = done;
		pace->in_vain = 0;
	}
	for (uint32_t i = 0; i < pace->pauses; i++)
		cpu_relax();
	pace->in_vain += pace->pauses;
	return pace->in_vain < QUEUE_PATIENCE;
}

/* Something to push that the compiler does not know. */
static inline struct work queue_item(uint64_t number)
{
	struct work work = { .arg = (void *)number };

	__asm__("" : "+r"(work.run), "+r"(work.arg));
	return work;
}

/* Keeps the compiler from leaving out the loads of what was popped. */
static inline void queue_use(struct work work)
{
	__asm__ volatile("" : : "r"(work.run), "r"(work.arg));
}

static inline void queue_use_all(void *works)
{
	__asm__ volatile("" : : "r"(works) : "memory");
}

#define QUEUE_LOOP static __attribute__((noinline)) uint64_t

/* Repeats a verb until it is true; ends the function around it after too long.
 * Like the next, it needs a `pace` there. */
#define QUEUE_UNTIL(verb, done)                                              \
	while (!(verb))                                                      \
		if (!queue_wait(&pace, (done)))                              \
			return (done)

/* The same for a bulk verb, until all n are moved. */
#define QUEUE_UNTIL_ALL(verb, q, works, n, done)                             \
	for (uint32_t at = 0;                                                \
	     (at += verb((q), (works) + at, (n) - at)) < (n);)               \
		if (!queue_wait(&pace, (done) + at))                         \
			return (done) + at

/*
 * One loop over items that a verb takes, one over bulks of 32 of them. In these
 * and the next, `item` is what a bulk is an array of: struct work, or the word
 * that peers/guests/contracts.h has queues of.
 */
#define QUEUE_TAKE_LOOPS(name, loop, verb, item, bulk_verb)                  \
	QUEUE_LOOP name##_loop_##loop(void *queue, uint64_t count)           \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = (struct name *)queue;                       \
		struct work work;                                            \
		for (uint64_t i = 0; i < count; i++) {                       \
			QUEUE_UNTIL(verb(q, &work), i);                      \
			queue_use(work);                                     \
		}                                                            \
		return count;                                                \
	}                                                                    \
	QUEUE_LOOP name##_loop_##loop##32(void *queue, uint64_t count)       \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = (struct name *)queue;                       \
		item works[32];                                              \
		uint64_t i;                                                  \
		for (i = 0; i < count; i += 32) {                            \
			QUEUE_UNTIL_ALL(bulk_verb, q, works, 32u, i);        \
			queue_use_all(works);                                \
		}                                                            \
		return i;                                                    \
	}

#define QUEUE_PUSH_LOOPS(name, item, bulk_verb)                              \
	QUEUE_LOOP name##_loop_pushes(void *queue, uint64_t count)           \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = (struct name *)queue;                       \
		for (uint64_t i = 0; i < count; i++)                         \
			QUEUE_UNTIL(name##_push(q, queue_item(i)), i);       \
		return count;                                                \
	}                                                                    \
	QUEUE_LOOP name##_loop_pushes32(void *queue, uint64_t count)         \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = (struct name *)queue;                       \
		item works[32] = { 0 };                                      \
		uint64_t i;                                                  \
		for (i = 0; i < count; i += 32) {                            \
			queue_use_all(works);                                \
			QUEUE_UNTIL_ALL(bulk_verb, q, works, 32u, i);        \
		}                                                            \
		return i;                                                    \
	}

#define QUEUE_PAIR_LOOP(name)                                                \
	QUEUE_LOOP name##_loop_pairs(void *queue, uint64_t count)            \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = (struct name *)queue;                       \
		struct work work;                                            \
		for (uint64_t i = 0; i < count; i++) {                       \
			QUEUE_UNTIL(name##_push(q, queue_item(i)), i);       \
			QUEUE_UNTIL(name##_pop(q, &work), i);                \
			queue_use(work);                                     \
		}                                                            \
		return count;                                                \
	}

#define QUEUE_BULK_PAIR_LOOP(name, n, item, push_verb, pop_verb)             \
	QUEUE_LOOP name##_loop_pairs##n(void *queue, uint64_t count)         \
	{                                                                    \
		struct queue_pace pace = QUEUE_PACE;                         \
		struct name *q = (struct name *)queue;                       \
		item works[n] = { 0 };                                       \
		uint64_t i;                                                  \
		for (i = 0; i < count; i += n) {                             \
			queue_use_all(works);                                \
			QUEUE_UNTIL_ALL(push_verb, q, works, n, i);          \
			QUEUE_UNTIL_ALL(pop_verb, q, works, n, i);           \
			queue_use_all(works);                                \
		}                                                            \
		return i;                                                    \
	}

#endif
