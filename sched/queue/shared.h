/* SPDX-License-Identifier: MIT */
/*
 * The queue that all cores share, of the scheduler and of the executor
 * `shared`: the work queue, inlined, unless a lock is chosen to go around a
 * ring, or another queue of many pushers and poppers to take its place. A
 * chosen one goes by its kind's verbs out of line; not to choose costs one
 * branch that is always the same.
 *
 * Back-off, as no fair lock can be as cheap: one that hands over to whoever
 * waited longest moves lock, indices and slot to another core for each task.
 * Two cores of a Zen 3, wall ticks an empty task: ticket 281, backoff 76; the
 * mean of the overhead 842 and 167.
 *
 * Any core.
 */
#ifndef SCHED_QUEUE_SHARED_H
#define SCHED_QUEUE_SHARED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"
#include "sched/queue/ring.h"
#include "sched/queue/workqueue.h"
#include "sched/work.h"

/* Names in records, where neither was chosen. */
#define SHARED_QUEUE_LOCK "backoff"
#define SHARED_QUEUE_NAME "workqueue"

struct shared_queue {
	/* Fixed by shared_queue_init(). */
	bool chosen;                    /* one of the two */
	const struct lock_kind *lock;   /* goes around `buffer` */
	const struct queue_kind *queue; /* takes the place of `own` */
	void *at;                       /* that lock or queue */

	/* atomic: items of a queue which cannot say whether it looks empty;
	 * below 0 while a pop is counted before its push */
	int32_t held;

	/* With a lock of choice, written under it. */
	struct buffer buffer __attribute__((aligned(MACHINE_LINE_PAIR)));

	/* Where nothing was chosen. */
	struct workqueue own;
};

/* NULL, or why the two (each may be NULL) cannot be chosen. */
const char *shared_queue_unfit(const struct lock_kind *lock,
			       const struct queue_kind *queue);

/* Memory that shared_queue_init() needs, aligned to MACHINE_LINE_PAIR. */
size_t shared_queue_bytes(const struct lock_kind *lock,
			  const struct queue_kind *queue, uint32_t capacity);

/* memory may hold anything; lock and queue fit. Before other cores see it. */
void shared_queue_init(struct shared_queue *q, void *memory,
		       const struct lock_kind *lock,
		       const struct queue_kind *queue, uint32_t capacity);

/* The verbs where one was chosen. */
bool shared_queue_push_chosen(struct shared_queue *q, struct work work);
bool shared_queue_pop_chosen(struct shared_queue *q, struct work *work);
uint32_t shared_queue_push_bulk_chosen(struct shared_queue *q,
				       const struct work *works, uint32_t n);
uint32_t shared_queue_pop_bulk_chosen(struct shared_queue *q,
				      struct work *works, uint32_t n);
bool shared_queue_chosen_looks_empty(struct shared_queue *q);

static inline bool shared_queue_push(struct shared_queue *q, struct work work)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_push_chosen(q, work);
	return workqueue_push(&q->own, work);
}

/*
 * A look that takes nothing; true is a hint. Who has pushed and then fences
 * before it looks for sleepers wakes whoever has fenced before this look.
 */
static inline bool shared_queue_looks_empty(struct shared_queue *q)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_chosen_looks_empty(q);
	return workqueue_looks_empty(&q->own);
}

/* A look before the lock: idle cores must not fight for it. */
static inline bool shared_queue_pop(struct shared_queue *q, struct work *work)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_pop_chosen(q, work);
	return !workqueue_looks_empty(&q->own) && workqueue_pop(&q->own, work);
}

/* Under one hold, where what was chosen has such a thing; how many. */
static inline uint32_t shared_queue_push_bulk(struct shared_queue *q,
					      const struct work *works,
					      uint32_t n)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_push_bulk_chosen(q, works, n);
	return workqueue_push_bulk(&q->own, works, n);
}

static inline uint32_t shared_queue_pop_bulk(struct shared_queue *q,
					     struct work *works, uint32_t n)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_pop_bulk_chosen(q, works, n);
	if (workqueue_looks_empty(&q->own))
		return 0;
	return workqueue_pop_bulk(&q->own, works, n);
}

#endif
