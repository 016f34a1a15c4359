/* SPDX-License-Identifier: MIT */
/* One round: all cores of a cell leave a barrier together and sample. */
#ifndef BENCH_SAMPLES_ROUND_H
#define BENCH_SAMPLES_ROUND_H

#include <stdint.h>

#include "bench/bench.h"
#include "bench/samples/history.h"
#include "bench/samples/sample_loop.h"

struct round_order {
	struct cell *cell;
	uint32_t batch;      /* operations a sample */
	uint32_t most;       /* samples per core at most */
	uint64_t ticks;      /* time after which no further sample begins */
	int64_t *samples;    /* most per participant; NULL: accumulate pass */
	size_t stride;       /* words between two participants' samples */
};

/* What a core brought home. */
struct round_result {
	uint32_t n;              /* samples */
	struct sample_sum sum;   /* of the accumulate pass */
	struct core_counts counts;
};

/* Cores that take samples: all, or core 0 alone on STAGE_FIBER. */
unsigned round_participants(const struct cell *cell);

/*
 * Runs one round. In the accumulate pass all cores stop as soon as the first
 * has its samples: what each got done by then is its share. In the record
 * pass a core that has its samples keeps running the body until all have
 * theirs, so that contention does not fade. Core 0, outside any run.
 */
void round_run(const struct round_order *order);

/* What participant i brought home from the last round. */
const struct round_result *round_result_of(unsigned participant);

#endif
