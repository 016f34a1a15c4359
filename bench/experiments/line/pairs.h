/* SPDX-License-Identifier: MIT */
/* One way of handing a line over, measured between all pairs of cores. */
#ifndef BENCH_EXPERIMENTS_LINE_PAIRS_H
#define BENCH_EXPERIMENTS_LINE_PAIRS_H

#include <stdbool.h>

#include "bench/experiments/line/handover.h"
#include "bench/experiments/line/matrix.h"
#include "bench/config/settings.h"

/*
 * Validates, then fills the matrix, whose cores and arrays are set; calls
 * progress_done() for each pair and, on machines of few cores, writes each
 * one's result. False: hand-overs were miscounted, and why is a warning.
 */
bool line_pairs_run(const struct settings *settings,
		    const struct handover_kind *kind, struct matrix *matrix);

#endif
