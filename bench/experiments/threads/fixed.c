/* SPDX-License-Identifier: MIT */
/*
 * Fixed: as many workers as cores. Each takes the next task and stays with it
 * to its end: while the task sleeps, so does the worker.
 */
#include "bench/experiments/threads/threads.h"
#include "sched/sched.h"

static void work_fixed(struct threads_run *run, unsigned worker)
{
	unsigned index;

	while ((index = threads_take(run)) < run->tasks)
		threads_whole(run, index, worker, sched_pass_due);
}

static const struct threads_design fixed = {
	.name = "fixed", .summary = "a worker for each core",
	.rank = 0, .pure = true, .workers = threads_one_each_core,
	.work = work_fixed,
};
THREADS_DESIGN(fixed);
