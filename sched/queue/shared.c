/* SPDX-License-Identifier: MIT */
#include "sched/queue/shared.h"

static size_t pairs_of_lines(size_t bytes)
{
	return (bytes + MACHINE_LINE_PAIR - 1) & ~(size_t)(MACHINE_LINE_PAIR - 1);
}

/* ---- the ring under any lock --------------------------------------------- */

/* Apart, so that the way to a queue of choice needs no stack frame. */
static __attribute__((noinline)) bool locked_push(struct shared_queue *q,
						  struct work work)
{
	union lock_node node;

	q->lock->acquire(q->at, &node);
	bool fits = buffer_put(&q->ring.buffer, work);
	q->lock->release(q->at, &node);
	return fits;
}

static __attribute__((noinline)) bool locked_pop(struct shared_queue *q,
						 struct work *work)
{
	union lock_node node;

	if (!shared_queue_size(q)) /* as in shared_queue_pop() */
		return false;
	q->lock->acquire(q->at, &node);
	bool any = buffer_take(&q->ring.buffer, work);
	q->lock->release(q->at, &node);
	return any;
}

bool shared_queue_empty(struct shared_queue *q)
{
	struct buffer *buffer = &q->ring.buffer;
	struct backoff_node own;
	union lock_node node;
	bool empty;

	if (q->queue)
		return true;
	if (q->lock)
		q->lock->acquire(q->at, &node);
	else
		backoff_acquire(&q->ring.lock, &own);
	empty = buffer->head == buffer->tail;
	if (q->lock)
		q->lock->release(q->at, &node);
	else
		backoff_release(&q->ring.lock, &own);
	return empty;
}

/* ---- whichever was chosen ------------------------------------------------ */

bool shared_queue_push_chosen(struct shared_queue *q, struct work work)
{
	return q->queue ? q->queue->push(q->at, work) : locked_push(q, work);
}

bool shared_queue_pop_chosen(struct shared_queue *q, struct work *work)
{
	return q->queue ? q->queue->pop(q->at, work) : locked_pop(q, work);
}

/* ---- choosing ------------------------------------------------------------ */

const char *shared_queue_unfit(const struct lock_kind *lock,
			       const struct queue_kind *queue)
{
	if (lock && queue)
		return "a lock of choice goes around the ring, a queue of "
		       "choice takes its place: one of them, not both";
	if (queue && !(queue->flags & QUEUE_MANY_PUSH))
		return "only one core at a time may push to it";
	if (queue && !(queue->flags & QUEUE_MANY_POP))
		return "only one core at a time may pop from it";
	return NULL;
}

size_t shared_queue_bytes(const struct lock_kind *lock,
			  const struct queue_kind *queue, uint32_t capacity)
{
	if (queue)
		return pairs_of_lines(queue->size) + queue->bytes(capacity);
	return (lock ? pairs_of_lines(lock->size) : 0) + buffer_bytes(capacity);
}

void shared_queue_init(struct shared_queue *q, void *memory,
		       const struct lock_kind *lock,
		       const struct queue_kind *queue, uint32_t capacity)
{
	uint8_t *rest = memory;

	*q = (struct shared_queue){ .chosen = lock || queue, .lock = lock,
				    .queue = queue, .at = memory };
	if (queue) {
		rest += pairs_of_lines(queue->size);
		queue->init(memory, rest, capacity);
		return;
	}
	if (lock) {
		rest += pairs_of_lines(lock->size);
		lock->init(memory);
	}
	shared_ring_init(&q->ring, rest, capacity);
}
