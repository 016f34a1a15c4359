/* SPDX-License-Identifier: MIT */
/* A core that stops in an acquire or a release while others want the lock. */
#ifndef BENCH_PROOF_LOCK_RACE_H
#define BENCH_PROOF_LOCK_RACE_H

#include "sched/lock/lock.h"

/*
 * Round by round one core acquires and releases, held up at one of its
 * instructions; meanwhile the others enter, if the lock lets them, and stay a
 * while. Then it acquires again. So who looks and then takes, or takes away
 * with a release what another has got, is found out. NULL, or what was wrong.
 * *late: others seldom entered meanwhile. *entered gets all entries. The lock
 * is free. Two cores at least; core 0, outside any run.
 */
const char *lock_race(const struct lock_kind *kind, void *lock, unsigned cores,
		      bool *late, uint64_t *entered);

/* ---- as they are timed (lock_count.c) ---------------------------------- */

/*
 * With two cores or more: a million entries of core 0, so that a ticket of 20
 * bits has wrapped; then all cores enter as often as fits into some time, up to
 * a million times each, and add to a counter that the lock alone keeps right.
 * Where cores take turns on fewer real ones for good only the first. NULL, or
 * what was wrong; *entered gets the entries of the second part. The lock is
 * free. Core 0, outside any run.
 */
const char *lock_count(const struct lock_kind *kind, void *lock, unsigned cores,
		       uint64_t *entered);

#endif
