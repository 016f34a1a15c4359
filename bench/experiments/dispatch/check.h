/* SPDX-License-Identifier: MIT */
/* Proves an executor in this boot before it is timed. */
#ifndef BENCH_EXPERIMENTS_DISPATCH_CHECK_H
#define BENCH_EXPERIMENTS_DISPATCH_CHECK_H

#include <stdbool.h>

#include "bench/proof/proven.h"
#include "sched/executor/executor.h"

#define EXECUTOR_PROPERTY "each task runs once, before its run ends"

/* One that is to be made on so many cores, with memory as init() wants it. */
struct executor_checked {
	const struct executor_kind *kind;
	const struct executor_options *options;
	void *executor, *memory;
	unsigned cores;
};

/*
 * Runs no task, one, more than its queues hold, and tasks that submit others;
 * then, where it is parallel, tasks of some length, until core 0 had to wait
 * for another core's last task often enough. One that leaves all to core 0
 * though the other cores are free is wrong; on a busy host nothing is proven.
 * *proof, which may hold a verdict on a part of it, gets no better by that.
 * False if the executor is wrong. Core 0, outside any run.
 */
bool executor_check(const struct executor_checked *of, struct proof *proof);

#endif
