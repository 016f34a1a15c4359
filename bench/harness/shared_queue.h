/* SPDX-License-Identifier: MIT */
/*
 * The lock or queue that the scheduler's shared queue goes through: proven,
 * then put in. Core 0, outside any run, after scratch_init().
 */
#ifndef BENCH_HARNESS_SHARED_QUEUE_H
#define BENCH_HARNESS_SHARED_QUEUE_H

#include <stdbool.h>

#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

enum shared_queue_proof { PROOF_RIGHT, PROOF_WRONG, PROOF_NO_MEMORY };

/* The lock or queue by itself on so many cores; right where both are NULL. It
 * may be the user's. */
enum shared_queue_proof shared_queue_prove(const struct lock_kind *lock,
					   const struct queue_kind *queue,
					   unsigned cores);

/*
 * Proves what lock= or queue= chose, and from now on every run uses it. False,
 * with a warning, if it fails the proof or memory is short: nothing is to be
 * measured then.
 */
bool shared_queue_install(unsigned cores);

#endif
