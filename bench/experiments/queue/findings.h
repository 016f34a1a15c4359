/* SPDX-License-Identifier: MIT */
/* What the results of experiment `queue` say, in a few sentences. */
#ifndef BENCH_EXPERIMENTS_QUEUE_FINDINGS_H
#define BENCH_EXPERIMENTS_QUEUE_FINDINGS_H

#include <stdbool.h>

#include "bench/config/settings.h"

/* After all its results: writes findings. Always true. */
bool queue_find(const struct settings *settings);

#endif
