/* SPDX-License-Identifier: MIT */
/*
 * What it costs to enqueue and to dequeue at the work queue that the scheduler
 * and the executor `shared` use. alone.c has the plain rows, bulk.c several
 * items at once, levels.c other fill levels, parts.c what it is made of. crowd.c
 * has all cores at it, fairness.c asks what each of them gets; cold.c and
 * across.c what it costs from one core to another. Here is the queue itself, and its proof.
 */
#include "bench/config/exchange.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/harness/shared_queue.h"
#include "bench/harness/trial.h"

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
	return shared_queue_push_bulk(queue, works, n);
}

static uint32_t pop_bulk(void *queue, struct work *works, uint32_t n)
{
	return shared_queue_pop_bulk(queue, works, n);
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

bool workqueue_passed(struct shared_queue *q, struct passage *passage)
{
	passage_end(passage, pop, q);
	return passage_proven(passage) == PROVEN;
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

/* ---- the experiment --------------------------------------------------------- */

static unsigned steps(const struct settings *settings)
{
	return workqueue_crowd_steps(settings) +
	       workqueue_across_steps(settings) +
	       workqueue_fairness_steps(settings);
}

static bool run(const struct settings *settings)
{
	bool ok = workqueue_crowd(settings);

	ok = workqueue_across(settings) && ok;
	return workqueue_fairness(settings) && ok;
}

EXPERIMENT_RUN(workqueue, steps, run,
	       "what does it cost to enqueue and dequeue at the work queue?",
	       .order = ORDER_HEADLINE, .step_ms = { 5, 7 },
	       .page = "enqueue dequeue pair* across");
