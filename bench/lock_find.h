/* SPDX-License-Identifier: MIT */
/* What the results of experiment `lock` say, in a few sentences. */
#ifndef BENCH_LOCK_FIND_H
#define BENCH_LOCK_FIND_H

#include <stdbool.h>

#include "bench/settings.h"

/* The run member of its struct experiment: writes findings. Always true. */
bool lock_find(const struct settings *settings);

#endif
