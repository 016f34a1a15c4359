/* SPDX-License-Identifier: MIT */
/* A ticket lock that tells the trace who waits for it, and until when. */
#ifndef BENCH_EXPERIMENTS_PRIMES_TRACED_LOCK_H
#define BENCH_EXPERIMENTS_PRIMES_TRACED_LOCK_H

#include "sched/lock/lock.h"

/* Not registered: for traced passes only. Without a trace it is the ticket lock,
 * out of line. */
extern const struct lock_kind traced_lock;

#endif
