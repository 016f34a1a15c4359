/* SPDX-License-Identifier: MIT */
/*
 * What is timed, and the proof of the same: the verbs of the scheduler's work
 * queue, inlined as the scheduler and the executor `shared` have them.
 */
#include "bench/config/exchange.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/shared_queue.h"
#include "bench/proof/queue_check.h"
#include "sched/queue/loops.h"

/* ---- timed ----------------------------------------------------------------- */

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

/* ---- the verbs out of line, for the check ----------------------------------- */

static size_t bytes_of(uint32_t capacity)
{
	const struct exchange *chosen = exchange_chosen();

	return shared_queue_bytes(chosen->lock, chosen->queue, capacity);
}

static void init(void *queue, void *memory, uint32_t capacity)
{
	const struct exchange *chosen = exchange_chosen();

	shared_queue_init(queue, memory, chosen->lock, chosen->queue,
			  capacity);
}

static bool push(void *queue, struct work work)
{
	return shared_queue_push(queue, work);
}

static bool pop(void *queue, struct work *work)
{
	return shared_queue_pop(queue, work);
}

static uint32_t push_bulk(void *queue, const struct work *works, uint32_t n)
{
	uint32_t done = 0;

	while (done < n && shared_queue_push(queue, works[done]))
		done++;
	return done;
}

static uint32_t pop_bulk(void *queue, struct work *works, uint32_t n)
{
	uint32_t done = 0;

	while (done < n && shared_queue_pop(queue, &works[done]))
		done++;
	return done;
}

static bool looks_empty(void *queue)
{
	return shared_queue_looks_empty(queue);
}

static uint64_t pairs(void *queue, uint64_t count)
{
	return workqueue_pair(queue, count);
}

/* Not registered: to choose it, or to measure it as one of `queue`, would be to
 * put the queue into itself. */
static const struct queue_kind kind = {
	.name = WORKQUEUE, .summary = "the scheduler's work queue",
	.flags = QUEUE_MANY_PUSH | QUEUE_MANY_POP | QUEUE_LOCK,
	.size = sizeof(struct shared_queue), .bytes = bytes_of, .init = init,
	.push = push, .pop = pop, .push_bulk = push_bulk,
	.pop_bulk = pop_bulk, .looks_empty = looks_empty, .pairs = pairs,
};

bool workqueue_check(unsigned cores, struct proof *proof)
{
	const struct queue_kind *chosen = exchange_chosen()->queue;

	/* Its promises are its own: another order, room for each core. */
	if (!chosen)
		return queue_check(&kind, cores > 1 ? cores / 2 : 1, cores,
				   proof);
	*proof = shared_queue_prove(NULL, chosen, cores);
	return proof->proven != DISPROVEN;
}

struct shared_queue *workqueue_make(uint32_t capacity)
{
	struct shared_queue *q = bench_scratch(sizeof(*q));
	void *memory = bench_scratch(bytes_of(capacity));

	if (!q || !memory)
		return NULL;
	init(q, memory, capacity);
	return q;
}
