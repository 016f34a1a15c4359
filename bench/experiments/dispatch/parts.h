/* SPDX-License-Identifier: MIT */
/*
 * What a task's wall time is made of, each part measured by itself and anew in
 * each round, as a machine may get faster or slower meanwhile. None of them is
 * taken from a pass whose time they are to explain. Core 0 and outside any
 * run. Milli: thousandths of a tick.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_PARTS_H
#define BENCH_EXPERIMENTS_DISPATCH_PARTS_H

#include "bench/experiments/dispatch/dispatch.h"
#include "bench/experiments/dispatch/predict.h"

enum dispatch_way dispatch_way_of(const struct dispatch_subject *subject);

/* Of one subject, at one length; `submit` and `run` as they are on its own. */
struct dispatch_parts dispatch_measure_parts(const struct dispatch_group *group,
					     unsigned subject, uint64_t n);

#endif
