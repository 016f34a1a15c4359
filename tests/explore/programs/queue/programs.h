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
 *	QUEUE_LOOKS_FULL  optional: a condition under which another's unfinished
 *	                  verb can look like full or empty, so that a verb may
 *	                  fail at any time
 *	QUEUE_BULK_LOOKS_FULL  optional: the same for why a bulk ended early
 *	QUEUE_BOUND, QUEUE_BOUND_THREE  optional: preemptions of two, of three
 *	QUEUE_REGISTER, QUEUE_FITS, QUEUE_ORDERED, QUEUE_NEWEST, QUEUE_MEMORY
 *	                  for user_queue.c and user_deque.c only
 *
 * Checked: the calls of every schedule can be put into one order that a
 * sequential queue allows, so none is lost, none comes twice, and full and
 * empty are the truth. What is left at the end comes out, too, and then there
 * is room again.
 */
#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

#ifndef QUEUE_BOUND
#define QUEUE_BOUND { 4, 4, 4 }
#endif
#ifndef QUEUE_BOUND_THREE
#define QUEUE_BOUND_THREE { 3, 2, 3 }
#endif
#ifndef QUEUE_LOOKS_FULL
#define QUEUE_LOOKS_FULL false
#endif
#ifndef QUEUE_BULK_LOOKS_FULL
#define QUEUE_BULK_LOOKS_FULL QUEUE_LOOKS_FULL
#endif

#ifndef QUEUE_REGISTER
#define QUEUE_REGISTER(id) EXPLORE_PROGRAM(id)
#define QUEUE_FITS(id) NULL
#define QUEUE_ORDERED true
#define QUEUE_MEMORY 1024
#ifdef QUEUE_STEALING
#define QUEUE_NEWEST true
#else
#define QUEUE_NEWEST false
#endif
#endif

#define QUEUE_PASTE_(a, b) a##_##b
#define QUEUE_PASTE(a, b) QUEUE_PASTE_(a, b)
#define QUEUE_VERB(verb) QUEUE_PASTE(QUEUE, verb)
#define QUEUE_NAME "queue_" EXPLORE_TEXT(QUEUE)

#include "tests/explore/programs/queue/model.h"

#define QUEUE_RUN(id, threads_, body, ...)                                   \
	QUEUE_REGISTER(queue_programs_##id) = {                              \
		.name = QUEUE_NAME "_" #id, .threads = threads_,             \
		.setup = queue_setup, .thread = body,                        \
		.finish = queue_finish, .bound = __VA_ARGS__,                \
		.ordered = QUEUE_ORDERED, .fits = QUEUE_FITS(id),            \
	}

#define QUEUE_PROGRAM(id, threads, ...)                                      \
	static void queue_do_##id(unsigned self);                            \
	QUEUE_RUN(id, threads, queue_do_##id, __VA_ARGS__);                  \
	static void queue_do_##id(unsigned self)

#ifdef QUEUE_STEALING

/* ---- an owner and thieves ---------------------------------------------- */

static void queue_steal(void)
{
	unsigned call = explore_call(QUEUE_DO_STEAL, 0);
	struct work work = { 0 };
	bool any = QUEUE_VERB(steal)(&queue, &work);

	explore_return(call, any ? queue_received(work) : 0);
}

static void queue_steal_half(uint32_t most)
{
	queue_take_bulk(QUEUE_VERB(steal_half), QUEUE_DO_STEAL, most);
}

/* Full unless robbed, then in another lap; an index and a slot are used again;
 * empty at the end. */
static void queue_own(unsigned self)
{
	if (self) {
		queue_steal();
		if (self == 1)
			queue_steal();
		return;
	}
	for (unsigned i = 1; i <= QUEUE_CAPACITY + 1; i++)
		queue_push(i);
	queue_pop();
	queue_push(QUEUE_CAPACITY + 2);
	for (unsigned i = 0; i < QUEUE_CAPACITY; i++)
		queue_pop();
}

/* The owner in bulks, and thieves that take two at once. */
static void queue_own_bulk(unsigned self)
{
	if (self) {
		for (unsigned i = 0; i < (self == 1 ? 3 : 1); i++)
			queue_steal_half(i ? 2 : self);
		return;
	}
	queue_push_bulk(1, QUEUE_CAPACITY);
	queue_pop_bulk(2);
	queue_pop();
	queue_push_bulk(QUEUE_CAPACITY + 1, 2);
	queue_pop_bulk(2);
	queue_pop();
}

QUEUE_RUN(thief, 2, queue_own, QUEUE_BOUND);
QUEUE_RUN(thieves, 3, queue_own, QUEUE_BOUND_THREE);
QUEUE_RUN(bulk_thief, 2, queue_own_bulk, QUEUE_BOUND);
QUEUE_RUN(bulk_thieves, 3, queue_own_bulk, QUEUE_BOUND_THREE);

#else

/* ---- one pushes, one pops ---------------------------------------------- */

QUEUE_PROGRAM(pair, 2, QUEUE_BOUND)
{
	for (unsigned i = 1; i <= QUEUE_CAPACITY + 2 && !self; i++)
		queue_push(i);
	for (unsigned i = 1; i <= 2 && self; i++)
		queue_pop();
}

/* Asked for more than fits and for more than there is. */
QUEUE_PROGRAM(bulk_pair, 2, QUEUE_BOUND)
{
	if (self) {
		queue_pop_bulk(2);
		queue_pop_bulk(2);
		return;
	}
	queue_push_bulk(1, QUEUE_CAPACITY + 1);
	queue_push_bulk(QUEUE_CAPACITY + 2, 2);
}

/* Bulks that go on at the start of the memory. */
QUEUE_PROGRAM(bulk_around, 2, QUEUE_BOUND)
{
	if (self) {
		queue_pop_bulk(1);
		queue_pop_bulk(2);
		return;
	}
	queue_push_bulk(1, 1);
	queue_push_bulk(2, 2);
}

#ifndef QUEUE_ONE_EACH

/* ---- both do both; two push; two pop ----------------------------------- */

QUEUE_PROGRAM(both, 2, QUEUE_BOUND)
{
	queue_push(self + 1);
	queue_pop();
}

QUEUE_PROGRAM(two_push, 3, QUEUE_BOUND_THREE)
{
	if (self < 2) {
		queue_push(self + 1);
		return;
	}
	queue_pop();
	queue_pop();
}

QUEUE_PROGRAM(two_pop, 3, QUEUE_BOUND_THREE)
{
	if (self < 2) {
		queue_pop();
		return;
	}
	queue_push(1);
	queue_push(2);
}

/* Bulks that meet single items and each other. */
QUEUE_PROGRAM(bulk_both, 2, QUEUE_BOUND)
{
	queue_push_bulk(self * 2 + 1, 2);
	queue_pop_bulk(2);
}

QUEUE_PROGRAM(bulk_three, 3, QUEUE_BOUND_THREE)
{
	if (self == 0)
		queue_push_bulk(1, 2);
	else if (self == 1)
		queue_push(3);
	else
		queue_pop_bulk(2);
}

#endif
#endif
