/* SPDX-License-Identifier: MIT */
/*
 * The overheads in bins of 50 ticks, apart by how many workers were active
 * when the sample was taken: a pool that grows leaves a peak for each width.
 * A worker is active from its first task to the end of its last.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PEAKS_H
#define BENCH_EXPERIMENTS_DISPATCH_PEAKS_H

#include "bench/experiments/dispatch/cell.h"

/*
 * Counts what the workers hold after a pass with stamps; writes, where asked
 * for, the histogram as a series for each number of active workers, and the
 * finding `peaks` (with n in its name, but for empty tasks). Where samples were
 * not kept, all count for the workers that took part.
 */
void dispatch_peaks(const struct dispatch_cell *cell, bool series);

#endif
