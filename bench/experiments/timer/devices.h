/* SPDX-License-Identifier: MIT */
/*
 * The machine's other counters as rows of `timer`: what a read costs that
 * leaves the core, for a port or for a device's memory.
 */
#ifndef BENCH_EXPERIMENTS_TIMER_DEVICES_H
#define BENCH_EXPERIMENTS_TIMER_DEVICES_H

#include "bench/bench.h"

/* Their rows; `what` is a struct timer_way. */
extern const struct variant timer_devices[];
extern const unsigned timer_device_count;

#endif
