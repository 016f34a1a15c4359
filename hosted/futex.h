/* SPDX-License-Identifier: MIT */
/*
 * A latched wake-up on Linux's futex: what HLT and an IPI are to the bare
 * machine. A wake costs a system call only if the other one sleeps.
 */
#ifndef HOSTED_FUTEX_H
#define HOSTED_FUTEX_H

#include <stdint.h>
#include <time.h>

enum futex_state { FUTEX_IDLE, FUTEX_WOKEN, FUTEX_SLEEPS };

struct futex_latch {
	uint32_t state; /* atomic: enum futex_state */
};

/*
 * Sleeps until a wake, latched since the last wait, or until the time stamp
 * reaches deadline (MACHINE_NEVER: none). The latch's only waiter.
 */
void futex_latch_wait(struct futex_latch *latch, uint64_t deadline);

/* Any thread. */
void futex_latch_wake(struct futex_latch *latch);

/* Ticks of the time stamp as Linux wants a span of time. */
struct timespec futex_time(uint64_t ticks);

#endif
