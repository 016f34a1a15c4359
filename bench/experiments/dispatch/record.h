/* SPDX-License-Identifier: MIT */
#ifndef BENCH_EXPERIMENTS_DISPATCH_RECORD_H
#define BENCH_EXPERIMENTS_DISPATCH_RECORD_H

#include "bench/experiments/dispatch/group.h"

/* Of the rounds, the disturbed ones aside; of all where all are. */
int64_t dispatch_median(const struct dispatch_cell *cell,
			enum dispatch_figure figure);

/* The quantity: the body alone, in so many rounds. */
void dispatch_record_body(const struct dispatch_group *group, unsigned rounds);

/* The result, after the pass behind the rounds; with its samples. */
void dispatch_record_cell(const struct dispatch_group *group,
			  const struct dispatch_cell *cell);

#endif
