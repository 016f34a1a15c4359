/* SPDX-License-Identifier: MIT */
/*
 * The queue that all cores share, of the scheduler and of the executor
 * `shared`: the ring under a back-off lock, inlined, unless another lock is
 * chosen to go around the same ring, or another queue of many pushers and
 * poppers to take its place. A chosen one goes by its kind's verbs out of
 * line; not to choose costs one branch that is always the same.
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
#include "sched/lock/backoff.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"
#include "sched/queue/ring.h"
#include "sched/work.h"

RING(shared_ring, backoff, inline);

#define SHARED_QUEUE_LOCK "backoff" /* its name in records */

struct shared_queue {
	/* Fixed by shared_queue_init(). */
	bool chosen;                    /* one of the two */
	const struct lock_kind *lock;   /* goes around the ring's buffer */
	const struct queue_kind *queue; /* takes the ring's place */
	void *at;                       /* that lock or queue */

	/* atomic: items of a queue which cannot say whether it looks empty;
	 * below 0 while a pop is counted before its push */
	int32_t held;

	/* With another lock its own goes unused, with another queue all. */
	struct shared_ring ring __attribute__((aligned(MACHINE_LINE_PAIR)));
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
bool shared_queue_chosen_looks_empty(struct shared_queue *q);

static inline bool shared_queue_push(struct shared_queue *q, struct work work)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_push_chosen(q, work);
	return shared_ring_push(&q->ring, work);
}

/*
 * A look that takes nothing; true is a hint. Who has pushed and then fences
 * before it looks for sleepers wakes whoever has fenced before this look.
 */
static inline bool shared_queue_looks_empty(struct shared_queue *q)
{
	if (__builtin_expect(q->queue != NULL, 0))
		return shared_queue_chosen_looks_empty(q);
	return !buffer_size(&q->ring.buffer);
}

/* A look before the lock: idle cores must not fight for it. */
static inline bool shared_queue_pop(struct shared_queue *q, struct work *work)
{
	if (__builtin_expect(q->chosen, 0))
		return shared_queue_pop_chosen(q, work);
	return buffer_size(&q->ring.buffer) && shared_ring_pop(&q->ring, work);
}

#endif
