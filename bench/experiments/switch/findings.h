/* SPDX-License-Identifier: MIT */
/* What the rows of `switch` say together: its findings. */
#ifndef BENCH_EXPERIMENTS_SWITCH_FINDINGS_H
#define BENCH_EXPERIMENTS_SWITCH_FINDINGS_H

#include <stdbool.h>

struct settings;

/* See struct experiment. Core 0, outside any run. */
unsigned switch_find_steps(const struct settings *settings);
bool switch_find(const struct settings *settings);

#endif
