/* SPDX-License-Identifier: MIT */
/*
 * What a cache line takes from one core to another, measured where it is
 * wanted: it differs between machines, and on a virtual one between hours.
 */
#ifndef SCHED_EXECUTOR_CROSSING_H
#define SCHED_EXECUTOR_CROSSING_H

#include <stdint.h>

/*
 * Ticks one way between the cores 0 and 1: the least mean of some round trips
 * by load and store, some microseconds in all. Where core 1 does not answer,
 * the millisecond that it is waited for. Core 0, outside of any run, where
 * there is a core 1.
 */
uint64_t crossing_ticks(void);

#endif
