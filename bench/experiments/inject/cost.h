/* SPDX-License-Identifier: MIT */
/* What a worker costs: a fiber's switch, creation and memory. */
#ifndef BENCH_EXPERIMENTS_INJECT_COST_H
#define BENCH_EXPERIMENTS_INJECT_COST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct inject_cost {
	uint64_t switch_milli;  /* thousandths of a tick: one switch, by yield */
	uint64_t fresh;         /* ticks: create, run and end, stack new */
	uint64_t pooled;        /* the same on a stack that was used before */
	size_t bytes;           /* a fiber with stack and guard page */
};

/* Medians. False: no memory for a single fiber. Core 0, outside any run. */
bool inject_cost(struct inject_cost *cost);

#endif
