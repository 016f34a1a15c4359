/* SPDX-License-Identifier: MIT */
/*
 * What it costs to enqueue and to dequeue at the work queue that the scheduler
 * and the executor `shared` use. Here is that queue, its proof, and the loops
 * that are timed. rows.c has the plain rows, together.c those of all cores and
 * from one core to another, and fairness.c asks what each of them gets.
 */
#include "bench/experiments/workqueue/workqueue.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/exchange.h"
#include "bench/harness/row.h"
#include "bench/harness/shared_queue.h"
#include "bench/proof/queue_check.h"
#include "sched/queue/loops.h"
#include "sched/sched.h"

/* ---- timed: the verbs inlined, as the scheduler has them --------------------- */

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

bool workqueue_take_out(void *queue, struct work *work)
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
	.push = push, .pop = workqueue_take_out, .push_bulk = push_bulk,
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

bool workqueue_proven(const struct record_key *key, unsigned cores)
{
	struct proof proof;

	trial_begin(key);
	timesharing_look(cores);
	workqueue_check(cores, &proof);
	proof.primitive = WORKQUEUE;
	return trial_verdict(key, &proof);
}

uint32_t workqueue_capacity(unsigned cores)
{
	uint32_t capacity = SCHED_QUEUE_CAPACITY;

	while (capacity < cores * 2 * WORKQUEUE_BATCH)
		capacity *= 2;
	return capacity;
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
	return workqueue_across_rows(settings) + counts_above_one(settings);
}

static bool run_on(const struct settings *settings, unsigned cores)
{
	bool ok = workqueue_crowd(settings, cores);

	return workqueue_fairness(settings, cores) && ok;
}

static bool run(const struct settings *settings)
{
	bool ok = workqueue_across(settings);

	return counts_run(settings, run_on) && ok;
}

EXPERIMENT_RUN(workqueue, steps, run,
	       "what does it cost to enqueue and dequeue at the work queue?",
	       .order = ORDER_HEADLINE, .step_ms = { 5, 7 },
	       .page = "enqueue dequeue pair* across");
