/* SPDX-License-Identifier: MIT */
/* Private to experiment `queue`. */
#ifndef BENCH_EXPERIMENTS_QUEUE_QUEUE_H
#define BENCH_EXPERIMENTS_QUEUE_QUEUE_H

#include <stdbool.h>

#include "bench/config/settings.h"

/* Some cores produce, the others consume; then the findings: the steps and run
 * members of its struct experiment. */
unsigned queue_across_steps(const struct settings *settings);
bool queue_across_run(const struct settings *settings);

/* What all its results say, in a few sentences. */
void queue_report_findings(const struct settings *settings);

#endif
