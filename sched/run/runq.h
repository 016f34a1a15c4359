/* SPDX-License-Identifier: MIT */
/* A core's run queue: FIFO of ready fibers. Owner core only, no atomics. */
#ifndef SCHED_RUN_RUNQ_H
#define SCHED_RUN_RUNQ_H

#include <stddef.h>

#include "sched/fiber/fiber.h"

/*
 * The last fiber's next and the tail of an empty queue are stale: whether
 * there is more is predicted, and two stores are saved. A pointer to the link
 * that the next push fills would be loaded before anybody knows where the push
 * writes, and the next pop would wait for that.
 */
struct runq {
	struct fiber *head;  /* next to run; NULL when empty */
	struct fiber *tail;  /* last to run */
};

static inline void runq_init(struct runq *q)
{
	*q = (struct runq){ 0 };
}

static inline void runq_push(struct runq *q, struct fiber *fiber)
{
	if (q->head)
		q->tail->next = fiber;
	else
		q->head = fiber;
	q->tail = fiber;
}

/* NULL when empty. */
static inline struct fiber *runq_pop(struct runq *q)
{
	struct fiber *fiber = q->head;

	if (fiber)
		q->head = fiber == q->tail ? NULL : fiber->next;
	return fiber;
}

/* Pops one and pushes another; NULL, and no push, when empty. */
static inline struct fiber *runq_rotate(struct runq *q, struct fiber *fiber)
{
	struct fiber *next = q->head;

	if (!next)
		return NULL;
	if (next == q->tail) {
		q->head = fiber;
	} else {
		q->head = next->next;
		q->tail->next = fiber;
	}
	q->tail = fiber;
	return next;
}

#endif
