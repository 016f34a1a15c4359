/* SPDX-License-Identifier: MIT */
/* Private to experiment `timer`. Core 0, outside any run. */
#ifndef BENCH_EXPERIMENTS_TIMER_TIMER_H
#define BENCH_EXPERIMENTS_TIMER_TIMER_H

#include <stdint.h>

#include "bench/bench.h"
#include "bench/config/settings.h"
#include "kernel/timers.h"

/* A way to read the time: a variant's `what`. */
struct timer_way {
	void (*body)(struct cell *cell, unsigned core, uint64_t count);
	void (*take)(uint64_t *stamp, unsigned count); /* keeps what it reads */

	/* What is read, with its begin() and end(); NULL: the time stamp. */
	const struct machine_timer *(*timer)(void);
};

/* The machine's other counters as rows: what a read costs that leaves the
 * core, for a port or for a device's memory. */
extern const struct variant timer_devices[];
extern const unsigned timer_device_count;

/*
 * Measures each variant that is wanted and fit, on all cores at once (a
 * timer that the cores share, on core 0), and writes for each a `series` of
 * core, ticks (a read), step (the smallest above 0 between two reads), grain
 * (what all steps are multiples of), the two in counts of what is read; and
 * as a `quantity` the time stamp's usual step and each timer's grain. A step of
 * the progress each.
 */
void timer_measure_cores(const struct settings *settings,
			 const struct variant *variants, unsigned count);
unsigned timer_cores_steps(const struct settings *settings,
			   const struct variant *variants, unsigned count);

#endif
