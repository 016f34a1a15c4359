/* SPDX-License-Identifier: MIT */
/* Proves a lock in this boot before it is timed. */
#ifndef BENCH_PROOF_LOCK_CHECK_H
#define BENCH_PROOF_LOCK_CHECK_H

#include "bench/proof/proven.h"
#include "sched/lock/lock.h"

#define LOCK_PROPERTY "mutual exclusion, no entry lost"

/*
 * Mutual exclusion on so many cores: no entry saw the pair of plain counters
 * apart, and none was lost; the lock is free at the end. *proof gets all of it.
 * False if the lock is wrong. Core 0, outside any run; the lock is free and
 * nobody else's.
 */
bool lock_check(const struct lock_kind *kind, void *lock, unsigned cores,
		struct proof *proof);

#endif
