/* SPDX-License-Identifier: MIT */
/* What the results of experiment `lock` say, in a few sentences. */
#ifndef BENCH_EXPERIMENTS_LOCK_FINDINGS_H
#define BENCH_EXPERIMENTS_LOCK_FINDINGS_H

#include <stdbool.h>

#include "bench/config/settings.h"

/* The run member of its struct experiment: writes findings. Always true. */
bool lock_find(const struct settings *settings);

#endif
