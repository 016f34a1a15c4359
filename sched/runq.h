/* SPDX-License-Identifier: MIT */
/* A core's run queue: FIFO of ready fibers. Owner core only, no atomics. */
#ifndef SCHED_RUNQ_H
#define SCHED_RUNQ_H

#include <stddef.h>

#include "sched/fiber.h"

struct runq {
	struct fiber *head; /* next to run; NULL when empty */
	struct fiber *tail; /* valid only while head is */
};

static inline void runq_push(struct runq *q, struct fiber *fiber)
{
	fiber->next = NULL;
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
		q->head = fiber->next;
	return fiber;
}

#endif
