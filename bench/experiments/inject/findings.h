/* SPDX-License-Identifier: MIT */
/* The sentences of experiment `inject`, the published figure in each. */
#ifndef BENCH_EXPERIMENTS_INJECT_FINDINGS_H
#define BENCH_EXPERIMENTS_INJECT_FINDINGS_H

#include "bench/experiments/inject/cost.h"
#include "bench/experiments/inject/run.h"

void inject_find_block(const struct inject_load *load,
		       const struct inject_seen *seen);
void inject_find_burst(const struct inject_load *load,
		       const struct inject_seen *seen);
void inject_find_cpu(const struct inject_load *load,
		     const struct inject_seen *seen);
void inject_find_short(const struct inject_load *load,
		       const struct inject_seen *seen);

/* Tasks a second, thousandths: of hill climbing once settled, and of the pool of
 * a fixed size that is best. */
void inject_find_mixed(const struct inject_seen *seen, uint64_t rate_milli,
		       uint32_t best, uint64_t best_milli);

/* The same load at two scales. */
void inject_find_scale(const struct inject_seen *a, uint64_t scale_a,
		       const struct inject_seen *b, uint64_t scale_b);

void inject_find_cost(const struct inject_cost *cost);

/* Tasks done in a published second, thousandths, from one moment to the end. */
uint64_t inject_rate_milli(const struct inject_seen *seen, uint64_t from_ms,
			   uint64_t until_ms);

#endif
