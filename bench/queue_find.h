/* SPDX-License-Identifier: MIT */
/* What the results of experiment `queue` say, in a few sentences. */
#ifndef BENCH_QUEUE_FIND_H
#define BENCH_QUEUE_FIND_H

#include <stdbool.h>

#include "bench/settings.h"

/* After all its results: writes findings. Always true. */
bool queue_find(const struct settings *settings);

#endif
