/* SPDX-License-Identifier: MIT */
/* A queue on one core, beside a model of it. */
#ifndef BENCH_PROOF_QUEUE_ALONE_H
#define BENCH_PROOF_QUEUE_ALONE_H

#include "sched/queue/queue.h"

/*
 * Pushes, pops and steals, one by one and in bulks, until it has been full and
 * empty often. NULL, or what was wrong. The queue is empty, and is left so.
 * Core 0.
 */
const char *queue_prove_alone(const struct queue_kind *kind, void *queue,
			      uint32_t capacity);

/* The same queue, after that: is full, and one goes out and in so many times. */
const char *queue_prove_laps(uint32_t laps);

#endif
