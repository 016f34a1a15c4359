/* SPDX-License-Identifier: MIT */
/*
 * What a dispatch is made of, measured alone, in thousandths of a tick: the
 * least of some tries, as nothing makes a loop faster than it is. Core 0,
 * outside any run; memory by bench_scratch(), INT64_MAX where that is used up.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PARTS_H
#define BENCH_EXPERIMENTS_DISPATCH_PARTS_H

#include <stdint.h>

#include "sched/lock/lock.h"
#include "sched/queue/queue.h"

/* An empty task, called through a pointer. After dispatch_prepare(). */
int64_t dispatch_task_part(void);

/* A cache line's way from one core to another; 0 on a single core. */
int64_t dispatch_line_part(unsigned cores);

/* Acquire + release, nobody else wants it. */
int64_t dispatch_lock_part(const struct lock_kind *kind);

/* Push + pop by one core; for a locked queue both locks are in it. */
int64_t dispatch_queue_part(const struct queue_kind *kind);

#endif
