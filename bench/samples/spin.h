/* SPDX-License-Identifier: MIT */
/*
 * For a wait on another core that is timed: it looks without PAUSE, since a
 * PAUSE (up to 140 ticks) would make it see the change late. But where
 * virtual cores take turns on one host thread, a core may keep its turn until
 * it executes PAUSE. So a wait that lasts executes one now and then.
 */
#ifndef BENCH_SAMPLES_SPIN_H
#define BENCH_SAMPLES_SPIN_H

#include <stdint.h>

#include "kernel/atomic.h"

/* Looks per PAUSE: at one look a tick, many times a line's longest way. */
#define SPIN_LOOKS (1u << 14)

/* After a look that found nothing; *looks is 0 before the first. Any core. */
static inline void spin_again(uint32_t *looks)
{
	if (!(++*looks % SPIN_LOOKS))
		cpu_relax();
}

#endif
