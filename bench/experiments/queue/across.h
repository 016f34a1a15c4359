/* SPDX-License-Identifier: MIT */
/* The part of experiment `queue` that splits the cores into producers and
 * consumers: the steps and run members of its struct experiment. */
#ifndef BENCH_EXPERIMENTS_QUEUE_ACROSS_H
#define BENCH_EXPERIMENTS_QUEUE_ACROSS_H

#include <stdbool.h>

#include "bench/config/settings.h"

unsigned queue_across_steps(const struct settings *settings);
bool queue_across_run(const struct settings *settings);

#endif
