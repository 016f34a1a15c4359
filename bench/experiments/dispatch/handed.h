/* SPDX-License-Identifier: MIT */
/*
 * How fast as many cores as take part hand work over: what they contend for,
 * without the executor around it. Core 0 and outside any run. Milli:
 * thousandths of a tick.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_HANDED_H
#define BENCH_EXPERIMENTS_DISPATCH_HANDED_H

#include <stdbool.h>
#include <stdint.h>

#include "sched/executor/executor.h"

/* Memory for the deques of so many cores, by bench_scratch(); false: none. */
bool handed_prepare(unsigned cores);

/* The same for a shared queue under such options; NULL: none. */
void *handed_queue_memory(const struct executor_options *options);

/*
 * A task through a shared queue that is full at first. Core 0 pushes, and where
 * it finds no room it pops and runs one, as all others do all the time. The
 * tasks are those of the current dispatch_order.
 */
int64_t handed_queue_milli(unsigned cores, void *memory,
			   const struct executor_options *options);

/* The same through a deque for each core, into the first of which core 0
 * pushes; the others steal. */
int64_t handed_deques_milli(unsigned cores);

/* A cache line's way from one core to another. 0 on a single core. */
int64_t handed_line_milli(unsigned cores);

#endif
