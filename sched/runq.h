/* SPDX-License-Identifier: MIT */
/* A core's run queue: FIFO of ready fibers. Owner core only, no atomics. */
#ifndef SCHED_RUNQ_H
#define SCHED_RUNQ_H

#include <stddef.h>

#include "sched/fiber.h"

struct runq {
	struct fiber *head;  /* next to run; NULL when empty */
	struct fiber **last; /* the link that the next push fills */
};

static inline void runq_init(struct runq *q)
{
	*q = (struct runq){ .last = &q->head };
}

static inline void runq_push(struct runq *q, struct fiber *fiber)
{
	fiber->next = NULL;
	*q->last = fiber;
	q->last = &fiber->next;
}

/* NULL when empty. */
static inline struct fiber *runq_pop(struct runq *q)
{
	struct fiber *fiber = q->head;

	if (!fiber)
		return NULL;
	q->head = fiber->next;
	if (!q->head)
		q->last = &q->head;
	return fiber;
}

#endif
