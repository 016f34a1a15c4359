/* SPDX-License-Identifier: MIT */
/* Private to experiment `floor`. */
#ifndef BENCH_EXPERIMENTS_FLOOR_FLOOR_H
#define BENCH_EXPERIMENTS_FLOOR_FLOOR_H

#include <stdbool.h>

struct settings;

/* written.c: after all rows, what sinks take beside memory. */
bool floor_tell_written(const struct settings *settings);

#endif
