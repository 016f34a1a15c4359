/* SPDX-License-Identifier: MIT */
/* What is not measured since cores take turns on fewer real ones: is said. */
#ifndef BENCH_HARNESS_LEFT_OUT_H
#define BENCH_HARNESS_LEFT_OUT_H

#include "bench/bench.h"
#include "bench/config/settings.h"

/*
 * Leaves out cores that take turns on fewer real ones, unless cores= asks for
 * them, and warns: `crowded`. As many stay as are there at once, two at least;
 * all stay where there are at most four. Core 0, before anything is measured.
 */
void left_out_choose(struct settings *settings);

/* The record `skipped` and a line, where the experiment would use more cores at
 * once. Core 0, outside any run. */
void left_out_tell(const struct settings *settings,
		   const struct experiment *experiment);

#endif
