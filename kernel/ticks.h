/* SPDX-License-Identifier: MIT */
/*
 * Spans of time in ticks of the time stamp, for bounds, waits and time-boxes:
 * the one place that knows what to do where no clock tells the frequency.
 */
#ifndef KERNEL_TICKS_H
#define KERNEL_TICKS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine.h"

/*
 * What the time stamp is taken to run at where nothing tells: a box is then
 * somewhat longer or shorter than asked for. Never in what is reported.
 */
#define TICKS_ASSUMED_HZ 2000000000ull

/* False: what is reported in seconds is unknown, not 0. */
static inline bool ticks_known(void)
{
	return machine_clock()->hz != 0;
}

static inline uint64_t ticks_of_seconds(uint64_t seconds)
{
	return (ticks_known() ? machine_clock()->hz : TICKS_ASSUMED_HZ) *
	       seconds;
}

static inline uint64_t ticks_of_ms(uint64_t milliseconds)
{
	return ticks_of_seconds(1) / 1000 * milliseconds;
}

static inline uint64_t ticks_of_us(uint64_t microseconds)
{
	return ticks_of_seconds(1) / 1000000 * microseconds;
}

/*
 * The way back, for what is reported: only where ticks_known(). Exact while
 * ticks * 1000 fits 63 bits; signed, as an overhead may be below 0.
 * A thousandth of a millisecond is a microsecond: us_of_ticks() is also what
 * text_number() shows as milliseconds, ns_of_ticks() as microseconds.
 */
static inline int64_t us_of_ticks(int64_t ticks)
{
	return ticks * 1000 / (int64_t)ticks_of_ms(1);
}

static inline int64_t ns_of_ticks(int64_t ticks)
{
	/* No whole number of them may be a microsecond. */
	int64_t ms = (int64_t)ticks_of_ms(1);

	return ticks / ms * 1000000 + ticks % ms * 1000000 / ms;
}

#endif
