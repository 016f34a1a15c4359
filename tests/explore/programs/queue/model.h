/* SPDX-License-Identifier: MIT */
/*
 * What a queue is, one item after the other, and the calls of a real one
 * written down so that they can be compared with it; for programs.h,
 * which says what is to be defined.
 *
 * A verb that moves several items is as many calls, one after the other at any
 * moments while it runs, and if it moves fewer than it was asked to, one more
 * that finds the queue full or empty (unless QUEUE_BULK_LOOKS_FULL).
 */
#ifndef TESTS_EXPLORE_QUEUE_MODEL_H
#define TESTS_EXPLORE_QUEUE_MODEL_H

#include <string.h>

#include "tests/explore/engine/program.h"
#include "tests/explore/engine/linear.h"

#define QUEUE_BULK 4u               /* items of one verb, at most */
#define QUEUE_NOT_DONE UINT64_MAX   /* result of a call that was not made */

enum { QUEUE_DO_PUSH, QUEUE_DO_POP, QUEUE_DO_STEAL };

struct queue_model {
	uint8_t oldest, end; /* run freely */
	uint8_t slot[QUEUE_CAPACITY];
};

static bool queue_model_push(struct queue_model *q, uint64_t value)
{
	if ((uint8_t)(q->end - q->oldest) == QUEUE_CAPACITY)
		return false;
	q->slot[q->end++ % QUEUE_CAPACITY] = (uint8_t)value;
	return true;
}

/* 0 when empty. */
static uint64_t queue_model_pop(struct queue_model *q, bool newest)
{
	if (q->oldest == q->end)
		return 0;
	return newest ? q->slot[--q->end % QUEUE_CAPACITY]
		      : q->slot[q->oldest++ % QUEUE_CAPACITY];
}

/* Without another thread, full and empty are always the truth. */
static bool queue_may_fail(const struct linear_call *call)
{
	return call->operation == QUEUE_DO_STEAL ||
	       (QUEUE_LOOKS_FULL && call->thread < EXPLORE_MAX_THREADS);
}

static bool queue_model_apply(void *state, const struct linear_call *call)
{
	bool newest = call->operation == QUEUE_DO_POP && QUEUE_NEWEST;

	if (call->result == QUEUE_NOT_DONE ||
	    (!call->result && queue_may_fail(call)))
		return true;
	if (call->operation == QUEUE_DO_PUSH)
		return queue_model_push(state, call->argument) == call->result;
	return queue_model_pop(state, newest) == call->result;
}

/* ---- the queue --------------------------------------------------------- */

static struct QUEUE queue;
static char queue_memory[QUEUE_MEMORY] __attribute__((aligned(128)));
static uint8_t queue_sent[LINEAR_CALLS]; /* plain: by whoever pushes the item */

static void queue_setup(void)
{
	memset(queue_memory, 0, sizeof(queue_memory));
	memset(queue_sent, 0, sizeof(queue_sent));
	QUEUE_VERB(init)(&queue, (void *)queue_memory, QUEUE_CAPACITY);
	explore_name(&queue, sizeof(queue), "queue");
	explore_name(queue_memory, sizeof(queue_memory), "slots");
}

/* An item, and with it what its pusher has written before. */
static struct work queue_numbered(uint64_t value)
{
	queue_sent[value] = (uint8_t)value;
	return (struct work){ .arg = (void *)value };
}

static uint64_t queue_received(struct work work)
{
	uint64_t value = (uint64_t)work.arg;

	explore_check(value < LINEAR_CALLS && queue_sent[value] == value,
		      "an item came without what was written before it");
	return value;
}

static void queue_push(uint64_t value)
{
	unsigned call = explore_call(QUEUE_DO_PUSH, value);
	struct work work = queue_numbered(value);

	explore_return(call, QUEUE_VERB(push)(&queue, work));
}

static bool queue_pop(void)
{
	unsigned call = explore_call(QUEUE_DO_POP, 0);
	struct work work = { 0 };
	bool any = QUEUE_VERB(pop)(&queue, &work);

	explore_return(call, any ? queue_received(work) : 0);
	return any;
}

/* What is left comes out, too; then it is empty, and has room. */
static void queue_finish(void)
{
	unsigned left = 0;

	while (queue_pop())
		explore_check(++left <= QUEUE_CAPACITY,
			      "more comes out than it can hold");
	queue_push(LINEAR_CALLS - 1);
	queue_pop();
	explore_check(linear_check(queue_model_apply), "no order of these calls is that "
		      "of a queue");
}

/* ---- several items ----------------------------------------------------- */

/* What call i of a verb that has moved `done` items came to. */
static uint64_t queue_bulk_result(uint32_t i, uint32_t done, uint64_t moved)
{
	if (i < done)
		return moved;
	if (i > done || (done && QUEUE_BULK_LOOKS_FULL))
		return QUEUE_NOT_DONE;
	return 0;
}

static void queue_push_bulk(uint64_t first, uint32_t n)
{
	struct work works[QUEUE_BULK];
	unsigned call[QUEUE_BULK];
	uint32_t done;

	for (uint32_t i = 0; i < n; i++) {
		works[i] = queue_numbered(first + i);
		call[i] = explore_call(QUEUE_DO_PUSH, first + i);
	}
	done = QUEUE_VERB(push_bulk)(&queue, works, n);
	explore_check(done <= n, "pushed more than there were");
	for (uint32_t i = 0; i < n; i++)
		explore_return(call[i], queue_bulk_result(i, done, true));
}

static inline void queue_take_bulk(__typeof__(&*QUEUE_VERB(pop_bulk)) verb,
				   unsigned operation, uint32_t n)
{
	struct work works[QUEUE_BULK] = { 0 };
	unsigned call[QUEUE_BULK];
	uint32_t done;

	for (uint32_t i = 0; i < n; i++)
		call[i] = explore_call(operation, 0);
	done = verb(&queue, works, n);
	explore_check(done <= n, "took more than there was room for");
	for (uint32_t i = 0; i < n; i++)
		explore_return(call[i], queue_bulk_result(
				       i, done, i < done ?
				       queue_received(works[i]) : 0));
}

static void queue_pop_bulk(uint32_t n)
{
	queue_take_bulk(QUEUE_VERB(pop_bulk), QUEUE_DO_POP, n);
}

#endif
