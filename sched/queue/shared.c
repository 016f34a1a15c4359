/* SPDX-License-Identifier: MIT */
#include "sched/queue/shared.h"

static size_t pairs_of_lines(size_t bytes)
{
	return (bytes + MACHINE_LINE_PAIR - 1) & ~(size_t)(MACHINE_LINE_PAIR - 1);
}

/* ---- the ring under any lock --------------------------------------------- */

/* These are apart, so that the way to a queue of choice needs no stack frame. */
static __attribute__((noinline)) bool locked_push(struct shared_queue *q,
						  struct work work)
{
	union lock_node node;

	q->lock->acquire(q->at, &node);
	bool fits = buffer_put(&q->buffer, work);
	q->lock->release(q->at, &node);
	return fits;
}

static __attribute__((noinline)) bool locked_pop(struct shared_queue *q,
						 struct work *work)
{
	union lock_node node;

	if (!buffer_size(&q->buffer)) /* as in shared_queue_pop() */
		return false;
	q->lock->acquire(q->at, &node);
	bool any = buffer_take(&q->buffer, work);
	q->lock->release(q->at, &node);
	return any;
}

static uint32_t locked_push_bulk(struct shared_queue *q,
				 const struct work *works, uint32_t n)
{
	union lock_node node;

	q->lock->acquire(q->at, &node);
	n = buffer_put_bulk(&q->buffer, works, n);
	q->lock->release(q->at, &node);
	return n;
}

static uint32_t locked_pop_bulk(struct shared_queue *q, struct work *works,
				uint32_t n)
{
	union lock_node node;

	if (!buffer_size(&q->buffer))
		return 0;
	q->lock->acquire(q->at, &node);
	n = buffer_take_bulk(&q->buffer, works, n);
	q->lock->release(q->at, &node);
	return n;
}

/* ---- a queue whose items are counted, as it has no looks_empty() ---------- */

/* Counted before the caller looks for sleepers. */
static __attribute__((noinline)) bool counted_push(struct shared_queue *q,
						   struct work work)
{
	bool fits = q->queue->push(q->at, work);

	if (fits)
		atomic_add_relaxed(&q->held, 1);
	return fits;
}

static __attribute__((noinline)) bool counted_pop(struct shared_queue *q,
						  struct work *work)
{
	bool any = q->queue->pop(q->at, work);

	if (any)
		atomic_sub_relaxed(&q->held, 1);
	return any;
}

static uint32_t counted_push_bulk(struct shared_queue *q,
				  const struct work *works, uint32_t n)
{
	n = q->queue->push_bulk(q->at, works, n);
	atomic_add_relaxed(&q->held, (int32_t)n);
	return n;
}

static uint32_t counted_pop_bulk(struct shared_queue *q, struct work *works,
				 uint32_t n)
{
	n = q->queue->pop_bulk(q->at, works, n);
	atomic_sub_relaxed(&q->held, (int32_t)n);
	return n;
}

/* ---- whichever was chosen ------------------------------------------------ */

bool shared_queue_push_chosen(struct shared_queue *q, struct work work)
{
	if (!q->queue)
		return locked_push(q, work);
	if (!q->queue->looks_empty)
		return counted_push(q, work);
	return q->queue->push(q->at, work);
}

bool shared_queue_pop_chosen(struct shared_queue *q, struct work *work)
{
	if (!q->queue)
		return locked_pop(q, work);
	if (!q->queue->looks_empty)
		return counted_pop(q, work);
	return q->queue->pop(q->at, work);
}

uint32_t shared_queue_push_bulk_chosen(struct shared_queue *q,
				       const struct work *works, uint32_t n)
{
	if (!q->queue)
		return locked_push_bulk(q, works, n);
	if (!q->queue->looks_empty)
		return counted_push_bulk(q, works, n);
	return q->queue->push_bulk(q->at, works, n);
}

uint32_t shared_queue_pop_bulk_chosen(struct shared_queue *q,
				      struct work *works, uint32_t n)
{
	if (!q->queue)
		return locked_pop_bulk(q, works, n);
	if (!q->queue->looks_empty)
		return counted_pop_bulk(q, works, n);
	return q->queue->pop_bulk(q->at, works, n);
}

bool shared_queue_chosen_looks_empty(struct shared_queue *q)
{
	if (!q->queue)
		return !buffer_size(&q->buffer);
	if (q->queue->looks_empty)
		return q->queue->looks_empty(q->at);
	return !atomic_load_relaxed(&q->held);
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
	if (queue && queue->flags & QUEUE_WORD)
		return "it carries no function, only an argument";
	return NULL;
}

size_t shared_queue_bytes(const struct lock_kind *lock,
			  const struct queue_kind *queue, uint32_t capacity)
{
	if (queue)
		return pairs_of_lines(queue->size) + queue->bytes(capacity);
	if (lock)
		return pairs_of_lines(lock->size) + buffer_bytes(capacity);
	return workqueue_bytes(capacity);
}

__attribute__((cold))
void shared_queue_init(struct shared_queue *q, void *memory,
		       const struct lock_kind *lock,
		       const struct queue_kind *queue, uint32_t capacity)
{
	uint8_t *at = memory;

	*q = (struct shared_queue){ .chosen = lock || queue, .lock = lock,
				    .queue = queue, .at = memory };
	if (queue) {
		queue->init(memory, at + pairs_of_lines(queue->size), capacity);
	} else if (lock) {
		lock->init(memory);
		buffer_init(&q->buffer,
			    (void *)(at + pairs_of_lines(lock->size)), capacity);
	} else {
		workqueue_init(&q->own, memory, capacity);
	}
}
