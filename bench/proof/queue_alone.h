/* SPDX-License-Identifier: MIT */
/* A queue on one core, beside a model of it. */
#ifndef BENCH_PROOF_QUEUE_ALONE_H
#define BENCH_PROOF_QUEUE_ALONE_H

#include "sched/queue/queue.h"

/*
 * What is timed, and therefore proven: capacities and bulks. Who times a queue
 * of another capacity or in another bulk adds it here.
 */
#define QUEUE_ACROSS_CAPACITY 1024u
#define QUEUE_LATENCY_CAPACITY 64u
#define QUEUE_CORE_SHARE 256u /* slots for each core, where all push and pop */
#define QUEUE_BULKS 8u, 32u   /* of the loops of sched/queue/loops.h */
#define QUEUE_WIDTHS 1u, QUEUE_BULKS
#define QUEUE_BULK_MOST 32u

/* That of a queue at which so many cores push and pop: a power of two. */
static inline uint32_t queue_capacity(unsigned cores)
{
	uint32_t power = 2;

	while (power < cores * QUEUE_CORE_SHARE)
		power *= 2;
	return power;
}

/*
 * Pushes, pops and steals, one by one and in bulks, until it has been full and
 * empty often. NULL, or what was wrong. The queue is empty, and is left so.
 * Core 0.
 */
const char *queue_prove_alone(const struct queue_kind *kind, void *queue,
			      uint32_t capacity);

/* The same queue, after that: is full, and one goes out and in so many times. */
const char *queue_prove_laps(uint32_t laps);

/*
 * Filled one by one, emptied so, and the same in each bulk that is timed: takes
 * at least half of its capacity, and gives all of it in order. Where it can be
 * stolen from, one lap of three is emptied so. items_begin() is called. NULL, or
 * what was wrong.
 */
const char *queue_prove_room(const struct queue_kind *kind, void *queue,
			     uint32_t capacity);

#endif
