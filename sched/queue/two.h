/* SPDX-License-Identifier: MIT */
/*
 * Linked FIFO with a lock at each end, so that a push and a pop do not wait
 * for each other. A dummy node keeps the two ends apart: head is the dummy,
 * the oldest item sits in the node behind it, and taking that makes it the
 * new dummy. Michael and Scott, "Simple, fast, and practical non-blocking and
 * blocking concurrent queue algorithms", 1996, the second of the two.
 *
 * Nodes come from a pool of `capacity`, and their way back is a second list of
 * the same form: whoever pops holds the head lock and is thereby the only one
 * to append to it, whoever pushes holds the tail lock and is the only one to
 * take from it. So it needs no lock and no locked instruction of its own.
 *
 * Cost: one locked add and one store for the lock of the end. Between cores,
 * a node's line goes there and back for each item.
 *
 * Any core.
 */
#ifndef SCHED_QUEUE_TWO_H
#define SCHED_QUEUE_TWO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "sched/lock/ticket.h"
#include "sched/work.h"

/* 32 bytes: never across two lines. */
struct two_node {
	struct two_node *next; /* atomic; NULL: the list's last one */
	struct work work;
} __attribute__((aligned(32)));

/* Each end with its lock on a pair of lines, written under the lock. */
struct two_end {
	struct ticket_lock lock;
	struct two_node *used; /* head: the dummy. tail: the newest */
	struct two_node *free; /* head: the last free. tail: the first */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

struct two {
	struct two_end head, tail;
};

/* A dummy for each of the two lists. */
static inline size_t two_bytes(uint32_t capacity)
{
	return ((size_t)capacity + 2) * sizeof(struct two_node);
}

static inline void two_init(struct two *q, void *memory, uint32_t capacity)
{
	struct two_node *node = memory;

	for (uint32_t i = 0; i < capacity + 2; i++)
		node[i] = (struct two_node){ .next = &node[i + 1] };
	node[0].next = node[capacity + 1].next = NULL;
	*q = (struct two){
		.head = { .used = &node[0], .free = &node[capacity + 1] },
		.tail = { .used = &node[0], .free = &node[1] },
	};
	ticket_init(&q->head.lock);
	ticket_init(&q->tail.lock);
}

static inline uint32_t two_push_bulk(struct two *q, const struct work *works,
				     uint32_t n)
{
	struct two_end *end = &q->tail;
	struct ticket_node node;
	uint32_t done;

	ticket_acquire(&end->lock, &node);
	for (done = 0; done < n; done++) {
		struct two_node *newest = end->free;
		/* A2: pairs with R2 in two_pop_bulk(): it is read out. */
		struct two_node *next = atomic_load_acquire(&newest->next);
		if (!next)
			break;
		end->free = next;
		payload_store(&newest->work, works[done]);
		atomic_store_relaxed(&newest->next, NULL);
		/* R1: pairs with A1; its work and next are written. */
		atomic_store_release(&end->used->next, newest);
		end->used = newest;
	}
	ticket_release(&end->lock, &node);
	return done;
}

static inline uint32_t two_pop_bulk(struct two *q, struct work *works,
				    uint32_t n)
{
	struct two_end *end = &q->head;
	struct ticket_node node;
	uint32_t done;

	ticket_acquire(&end->lock, &node);
	for (done = 0; done < n; done++) {
		struct two_node *dummy = end->used;
		/* A1: pairs with R1 in two_push_bulk(): it is written. */
		struct two_node *next = atomic_load_acquire(&dummy->next);
		if (!next)
			break;
		works[done] = payload_load(&next->work);
		end->used = next;
		atomic_store_relaxed(&dummy->next, NULL);
		/* R2: pairs with A2; dummy's work was read when it became
		 * the dummy, by us or by a holder of the lock before us. */
		atomic_store_release(&end->free->next, dummy);
		end->free = dummy;
	}
	ticket_release(&end->lock, &node);
	return done;
}

static inline bool two_push(struct two *q, struct work work)
{
	return two_push_bulk(q, &work, 1);
}

static inline bool two_pop(struct two *q, struct work *work)
{
	return two_pop_bulk(q, work, 1);
}

/* Under the head's lock, as a pop gives the dummy back to the pushes. */
static inline bool two_looks_empty(struct two *q)
{
	bool empty;

	ticket_acquire(&q->head.lock, NULL);
	empty = !atomic_load_relaxed(&q->head.used->next);
	ticket_release(&q->head.lock, NULL);
	return empty;
}

#endif
