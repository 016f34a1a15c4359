/* SPDX-License-Identifier: MIT */
/*
 * With samples=raw: what the figures of `dispatch` follow from, so that others
 * can reckon them again (docs/log-format.md). Without it these write nothing.
 * Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_RAW_H
#define BENCH_EXPERIMENTS_DISPATCH_RAW_H

#include <stdint.h>

#include "bench/experiments/dispatch/dispatch.h"
#include "bench/experiments/dispatch/predict.h"

/* A round's tries of the body alone, of which the least counts: ticks of
 * `count` bodies each. */
void dispatch_write_body(const struct dispatch_group *group, unsigned point,
			 unsigned round, uint64_t count, const int64_t *ticks,
			 unsigned tries);

/* A pass without stamps, while the workers still hold what it left. */
void dispatch_write_wall(const struct dispatch_cell *cell, unsigned round,
			 const struct dispatch_pass *pass);

/* Every overhead of a pass with stamps, likewise, and the work of all tasks,
 * who ran them and how long that took; nothing where samples were not kept. */
#define DISPATCH_LONG_PASS (-1) /* for round: the pass behind the rounds */
void dispatch_write_stamps(const struct dispatch_cell *cell, int round);

/* How many of each worker's samples are among the first ones of a round. */
void dispatch_write_first(const struct dispatch_cell *cell, unsigned round,
			  const uint64_t *taken);

/* Which rounds were disturbed, of each kind of pass; the parts of each, NULL
 * where there are none. After all rounds. */
void dispatch_write_rounds(const struct dispatch_cell *cell,
			   const struct dispatch_parts *parts);

#endif
