/* SPDX-License-Identifier: MIT */
/*
 * Bounded: a pool with a queue, of at most as many workers as the formula
 * allows: cores by utilisation, of the published task. Who finds no worker
 * waits in the queue.
 */
#include "bench/experiments/threads/threads.h"
#include "kernel/minmax.h"

#define WHOLE_MS (THREADS_CPU_MS + (THREADS_STEPS - 1) * THREADS_SLEEP_MS)

/* A core, rounded down: so there are a multiple of cores. */
#define WORKERS_A_CORE (WHOLE_MS / THREADS_CPU_MS)

static unsigned by_formula(unsigned cores, unsigned tasks)
{
	return (unsigned)min_u64(tasks, (uint64_t)cores * WORKERS_A_CORE);
}

static const struct threads_design bounded = {
	.name = "bounded", .summary = "18 workers a core, and a queue",
	.rank = 2, .workers = by_formula, .work = threads_from_queue,
};
THREADS_DESIGN(bounded);
