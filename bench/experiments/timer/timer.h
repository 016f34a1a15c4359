/* SPDX-License-Identifier: MIT */
/* Private to experiment `timer`. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_TIMER_TIMER_H
#define BENCH_EXPERIMENTS_TIMER_TIMER_H

#include <stdint.h>

#include "bench/bench.h"
#include "kernel/timers.h"

/* A way to read the time: a variant's `what`. */
struct timer_way {
	void (*body)(struct cell *cell, unsigned core, uint64_t count);
	void (*take)(uint64_t *stamp, unsigned count); /* keeps what it reads */

	/* What is read, with its begin() and end(); NULL: the time stamp. */
	const struct machine_timer *(*timer)(void);
};

#define TIMER_ROWS 9u
extern const struct variant timer_rows[TIMER_ROWS];

#endif
