/* SPDX-License-Identifier: MIT */
/*
 * The lock or queue that the scheduler's shared queue goes through: proven,
 * then put in. Core 0, outside any run, after scratch_init().
 */
#ifndef BENCH_HARNESS_SHARED_QUEUE_H
#define BENCH_HARNESS_SHARED_QUEUE_H

#include <stdbool.h>

#include "bench/proof/proven.h"
#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* The lock or queue by itself on so many cores, which may be the user's: PROVEN
 * where both are NULL, NOT_PROVEN without memory. */
struct proof shared_queue_prove(const struct lock_kind *lock,
				const struct queue_kind *queue,
				unsigned cores);

/*
 * Proves what lock= or queue= chose, and from now on every run uses it. False,
 * with a warning, if it fails the proof or memory is short: nothing is to be
 * measured then.
 */
bool shared_queue_install(unsigned cores);

#endif
