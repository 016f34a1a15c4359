/* SPDX-License-Identifier: MIT */
/* Proves a queue in this boot before it is timed. */
#ifndef BENCH_PROOF_QUEUE_CHECK_H
#define BENCH_PROOF_QUEUE_CHECK_H

#include "bench/proof/proven.h"
#include "bench/proof/queue_alone.h"
#include "kernel/string.h"
#include "sched/queue/queue.h"

#define QUEUE_PROPERTY "each item once, in its promised order"

/*
 * Those of its kind that are timed: on core 0 filled and emptied one by one and
 * in each bulk. One of little room: on core 0 beside a model, then the cores
 * 0 .. producers - 1 push and the others pop (where push and pop belong to an
 * owner, core 0 does both and the others steal); where all may do both, they
 * do so, too. None lost, none twice, none invented or torn, and each producer's
 * items in order where that is promised. It goes on until pushes met pops, and
 * until the queue was full and empty meanwhile. *proof gets all of it. False if
 * the queue is wrong. Core 0, outside any run.
 */
bool queue_check(const struct queue_kind *kind, unsigned producers,
		 unsigned cores, struct proof *proof);

/*
 * Variations of another queue (the ring under another lock, SPSC without cached
 * indices): only in the full suite, or where variant= asks for them.
 */
static inline bool queue_full_only(const struct queue_kind *kind)
{
	static const char prefix[] = "ring/";

	return !strncmp(kind->name, prefix, sizeof(prefix) - 1) ||
	       !strcmp(kind->name, "spsc/plain");
}

#endif
