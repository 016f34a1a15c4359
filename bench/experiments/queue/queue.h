/* SPDX-License-Identifier: MIT */
/* Private to experiment `queue`. */
#ifndef BENCH_EXPERIMENTS_QUEUE_QUEUE_H
#define BENCH_EXPERIMENTS_QUEUE_QUEUE_H

#include <stdbool.h>

#include "bench/config/settings.h"

/* Of the cores that are at a queue. */
struct queue_split {
	unsigned producers, consumers;
};
#define QUEUE_SPLITS_MAX 8u

/* Some cores produce, the others consume: the steps and run members of its
 * struct experiment. */
unsigned queue_across_steps(const struct settings *settings);
bool queue_across_run(const struct settings *settings);

#endif
