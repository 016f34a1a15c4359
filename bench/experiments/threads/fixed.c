/* SPDX-License-Identifier: MIT */
/*
 * Fixed: as many workers as cores. Each takes the next task and stays with it
 * to its end: while the task sleeps, so does the worker.
 */
#include "bench/experiments/threads/threads.h"

static const struct threads_design fixed = {
	.name = "fixed", .summary = "a worker for each core",
	.rank = 0, .pure = true, .workers = threads_one_each_core,
	.work = threads_from_queue,
};
THREADS_DESIGN(fixed);
