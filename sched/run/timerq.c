/* SPDX-License-Identifier: MIT */
#include "sched/run/timerq.h"

#include <stddef.h>

static bool before(const struct fiber *a, const struct fiber *b)
{
	if (a->deadline != b->deadline)
		return a->deadline < b->deadline;
	return a->order < b->order;
}

/* Joins two heaps: the later root becomes the first child of the other. */
static struct fiber *meld(struct fiber *a, struct fiber *b)
{
	struct fiber *swap;

	if (!a || !b)
		return a ? a : b;
	if (before(b, a)) {
		swap = a;
		a = b;
		b = swap;
	}
	b->sibling = a->child;
	a->child = b;
	return a;
}

/*
 * Melds a list of siblings into one heap: in pairs from the left, then the
 * pairs from the right. In a loop: a recursion could be as deep as the list.
 */
static struct fiber *meld_siblings(struct fiber *list)
{
	struct fiber *pairs = NULL, *heap = NULL;

	while (list) {
		struct fiber *a = list, *b = a->sibling;

		list = b ? b->sibling : NULL;
		a->sibling = NULL;
		if (b)
			b->sibling = NULL;
		a = meld(a, b);
		a->sibling = pairs;
		pairs = a;
	}
	while (pairs) {
		struct fiber *a = pairs;

		pairs = a->sibling;
		a->sibling = NULL;
		heap = meld(heap, a);
	}
	return heap;
}

void timerq_insert(struct timerq *q, struct fiber *fiber)
{
	fiber->order = q->inserted++;
	fiber->child = NULL;
	fiber->sibling = NULL;
	q->root = meld(q->root, fiber);
}

struct fiber *timerq_take_due(struct timerq *q, uint64_t now)
{
	struct fiber *first = q->root;

	if (!first || first->deadline > now)
		return NULL;
	q->root = meld_siblings(first->child);
	return first;
}

uint64_t timerq_next(const struct timerq *q)
{
	return q->root ? q->root->deadline : UINT64_MAX;
}
