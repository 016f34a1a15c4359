/* SPDX-License-Identifier: MIT */
/*
 * Unbounded: a worker for each task, time-sliced as an operating system would
 * do it: it yields when its slice is used up.
 */
#include "bench/experiments/threads/threads.h"
#include "sched/sched.h"

static void work_unbounded(struct threads_run *run, unsigned worker)
{
	threads_whole(run, worker, worker, sched_pass_due);
}

static const struct threads_design unbounded = {
	.name = "unbounded", .summary = "a worker for each task, time-sliced",
	.rank = 1, .pure = true, .workers = threads_one_each_task,
	.work = work_unbounded,
};
THREADS_DESIGN(unbounded);
