/* SPDX-License-Identifier: MIT */
/* What the experiment `workloads` measures, and how it tells. Core 0. */
#ifndef BENCH_EXPERIMENTS_WORKLOADS_WORKLOADS_H
#define BENCH_EXPERIMENTS_WORKLOADS_WORKLOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/experiments/workloads/workload.h"

#define WORKLOADS 3u
#define WORKLOADS_ROUNDS 10u /* at most */

enum form {
	FORM_SEQUENTIAL, /* one fiber on core 0 */
	FORM_CONCURRENT, /* WORKLOAD_WORKERS fibers over the cores */
	FORM_AGAIN,      /* sequential, when all else has been measured */
	FORMS,
};

/* One workload on one number of cores. */
struct workload_cell {
	const struct workload *work; /* NULL: left out */
	unsigned cores, rounds;
	uint32_t items;
	uint64_t ticks[FORMS][WORKLOADS_ROUNDS];
	uint64_t median[FORMS];
};

/* The results of the first two forms; fills in the medians. */
void workloads_record(struct workload_cell *cell);

/* The page of one number of cores, and its findings: what the workers gain,
 * what drifted. all_cores: not the single core's. */
void workloads_conclude(const struct workload_cell *cell, unsigned cells,
			bool all_cores);

#endif
