/* SPDX-License-Identifier: MIT */
/* What is timed: the verbs of the scheduler's work queue, inlined as the
 * scheduler and the executor `shared` have them. */
#include "bench/experiments/workqueue/workqueue.h"
#include "sched/queue/loops.h"

__attribute__((noinline))
uint64_t workqueue_enqueue(struct shared_queue *q, uint64_t count)
{
	struct queue_pace pace = QUEUE_PACE;

	for (uint64_t i = 0; i < count; i++)
		QUEUE_UNTIL(shared_queue_push(q, queue_item(i)), i);
	return count;
}

__attribute__((noinline))
uint64_t workqueue_dequeue(struct shared_queue *q, uint64_t count)
{
	struct queue_pace pace = QUEUE_PACE;
	struct work work;

	for (uint64_t i = 0; i < count; i++) {
		QUEUE_UNTIL(shared_queue_pop(q, &work), i);
		queue_use(work);
	}
	return count;
}

__attribute__((noinline))
uint64_t workqueue_pair(struct shared_queue *q, uint64_t count)
{
	struct queue_pace pace = QUEUE_PACE;
	struct work work;

	for (uint64_t i = 0; i < count; i++) {
		QUEUE_UNTIL(shared_queue_push(q, queue_item(i)), i);
		QUEUE_UNTIL(shared_queue_pop(q, &work), i);
		queue_use(work);
	}
	return count;
}
