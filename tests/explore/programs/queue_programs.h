/* SPDX-License-Identifier: MIT */
/*
 * Programs of any queue with the verbs of sched/queue/queue.h; a queue's own
 * file includes its header, defines this, and includes this file:
 *
 *	QUEUE             its name: struct QUEUE, QUEUE_push() and so on
 *	QUEUE_CAPACITY    entries; 2 lets it be full and empty
 *	QUEUE_ONE_EACH    defined: one core pushes, one pops
 *	QUEUE_STEALING    defined: one core pushes and pops the newest, others
 *	                  steal the oldest
 *	QUEUE_LOOKS_FULL  defined: another's unfinished verb can look like full
 *	                  or empty, so that a verb may fail at any time
 *	QUEUE_SPINS       optional: see `spins` in explorer.h
 *
 * Checked: the calls of every schedule can be put into one order that a
 * sequential queue allows, so none is lost, none comes twice, and full and
 * empty are the truth.
 */
#include "kernel/atomic.h"
#include "tests/explore/explorer.h"
#include "tests/explore/linear.h"

#ifndef QUEUE_BOUND
#define QUEUE_BOUND { 3, 3, 3 }
#endif
#ifndef QUEUE_SPINS
#define QUEUE_SPINS 0
#endif

#ifdef QUEUE_LOOKS_FULL
#define QUEUE_MAY_FAIL true
#else
#define QUEUE_MAY_FAIL false
#endif

#define QUEUE_PASTE_(a, b) a##_##b
#define QUEUE_PASTE(a, b) QUEUE_PASTE_(a, b)
#define QUEUE_VERB(verb) QUEUE_PASTE(QUEUE, verb)
#define QUEUE_NAME "queue_" EXPLORE_TEXT(QUEUE)

/* ---- what a queue is --------------------------------------------------- */

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

static bool queue_model_apply(void *state, const struct linear_call *call)
{
#ifdef QUEUE_STEALING
	bool newest = call->operation == QUEUE_DO_POP;
#else
	bool newest = false;
#endif

	if (!call->result &&
	    (QUEUE_MAY_FAIL || call->operation == QUEUE_DO_STEAL))
		return true;
	if (call->operation == QUEUE_DO_PUSH)
		return queue_model_push(state, call->argument) == call->result;
	return queue_model_pop(state, newest) == call->result;
}

/* ---- the queue --------------------------------------------------------- */

static struct QUEUE queue;
static char queue_memory[4096] __attribute__((aligned(128)));

static void queue_setup(void)
{
	QUEUE_VERB(init)(&queue, (void *)queue_memory, QUEUE_CAPACITY);
	explore_name(&queue, sizeof(queue), "queue");
	explore_name(queue_memory, sizeof(queue_memory), "slots");
}

static void queue_finish(void)
{
	static const struct linear_object object = { queue_model_apply };

	explore_check(linear_check(&object), "no order of these calls is that "
		      "of a queue");
}

static void queue_push(uint64_t value)
{
	unsigned call = explore_call(QUEUE_DO_PUSH, value);
	struct work work = { .arg = (void *)value };

	explore_return(call, QUEUE_VERB(push)(&queue, work));
}

static void queue_pop(void)
{
	unsigned call = explore_call(QUEUE_DO_POP, 0);
	struct work work = { 0 };
	bool any = QUEUE_VERB(pop)(&queue, &work);

	explore_return(call, any ? (uint64_t)work.arg : 0);
}

#define QUEUE_PROGRAM(id, threads_, body)                                    \
	EXPLORE_PROGRAM(queue_programs_##id) = {                             \
		.name = QUEUE_NAME "_" #id, .threads = threads_,             \
		.setup = queue_setup, .thread = body,                        \
		.finish = queue_finish, .bound = QUEUE_BOUND,                \
		.spins = QUEUE_SPINS,                                        \
	}

#ifdef QUEUE_STEALING

/* ---- an owner and thieves ---------------------------------------------- */

static void queue_steal(void)
{
	unsigned call = explore_call(QUEUE_DO_STEAL, 0);
	struct work work = { 0 };
	bool any = QUEUE_VERB(steal)(&queue, &work);

	explore_return(call, any ? (uint64_t)work.arg : 0);
}

/* Full once, empty at the end, and a slot is used again. */
static void queue_own(unsigned self)
{
	if (self) {
		queue_steal();
		if (self == 1)
			queue_steal();
		return;
	}
	for (unsigned i = 1; i <= QUEUE_CAPACITY; i++)
		queue_push(i);
	queue_pop();
	queue_push(QUEUE_CAPACITY + 1);
	queue_pop();
	queue_pop();
}

QUEUE_PROGRAM(thief, 2, queue_own);
QUEUE_PROGRAM(thieves, 3, queue_own);

#else

/* ---- one pushes, one pops ---------------------------------------------- */

static void queue_fill_and_drain(unsigned self)
{
	for (unsigned i = 1; i <= QUEUE_CAPACITY + 1 && !self; i++)
		queue_push(i);
	for (unsigned i = 1; i <= 2 && self; i++)
		queue_pop();
}

QUEUE_PROGRAM(pair, 2, queue_fill_and_drain);

#ifndef QUEUE_ONE_EACH

/* ---- both do both; two push; two pop ----------------------------------- */

static void queue_push_pop(unsigned self)
{
	queue_push(self + 1);
	queue_pop();
}

static void queue_two_push(unsigned self)
{
	if (self < 2) {
		queue_push(self + 1);
		return;
	}
	queue_pop();
	queue_pop();
}

static void queue_two_pop(unsigned self)
{
	if (self < 2) {
		queue_pop();
		return;
	}
	queue_push(1);
	queue_push(2);
}

QUEUE_PROGRAM(both, 2, queue_push_pop);
QUEUE_PROGRAM(two_push, 3, queue_two_push);
QUEUE_PROGRAM(two_pop, 3, queue_two_pop);

#endif
#endif
