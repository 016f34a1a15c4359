/* SPDX-License-Identifier: MIT */
/* A lock as it is timed: entries of all cores, as many as fit into some time. */
#ifndef BENCH_PROOF_LOCK_COUNT_H
#define BENCH_PROOF_LOCK_COUNT_H

#include "sched/lock/lock.h"

/*
 * Two cores or more: a million entries of core 0, so that a ticket of 20
 * bits has wrapped; then all cores enter as often as fits into some time, up to
 * a million times each, and add to a counter that the lock alone keeps right.
 * Where cores take turns on fewer real ones for good only the first. NULL, or
 * what was wrong; *entered gets the entries of the second part. The lock is
 * free. Core 0, outside any run.
 */
const char *lock_count(const struct lock_kind *kind, void *lock, unsigned cores,
		       uint64_t *entered);

#endif
