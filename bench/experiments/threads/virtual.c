/* SPDX-License-Identifier: MIT */
/*
 * Virtual: a fiber for each task, as in unbounded, but it keeps the core until
 * it sleeps. The task is written as before: nobody cut it.
 */
#include "bench/experiments/threads/threads.h"

static void work_virtual(struct threads_run *run, unsigned worker)
{
	threads_whole(run, worker, worker, NULL);
}

static const struct threads_design virtual = {
	.name = "virtual", .summary = "a fiber for each task, until it sleeps",
	.rank = 5, .pure = true, .workers = threads_one_each_task, .work = work_virtual,
};
THREADS_DESIGN(virtual);
