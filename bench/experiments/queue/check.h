/* SPDX-License-Identifier: MIT */
/* Proves a queue in this boot before it is timed. */
#ifndef BENCH_EXPERIMENTS_QUEUE_CHECK_H
#define BENCH_EXPERIMENTS_QUEUE_CHECK_H

#include "sched/queue/queue.h"

#define QUEUE_PROPERTY "each item once, in its promised order"

/*
 * The cores 0 .. producers - 1 push, the others pop (alone, a core does both;
 * where push and pop belong to an owner, core 0 does both and the others
 * steal): none lost, none twice, and each producer's items in order where that
 * is promised. *checked gets the items, 0 where the verdict is one of before.
 * An empty queue, left empty. Core 0, outside any run.
 */
bool queue_check(const struct queue_kind *kind, void *queue,
		 unsigned producers, unsigned cores, uint64_t *checked);

#endif
