/* SPDX-License-Identifier: MIT */
/*
 * The tick of core 0 (machine_tick_start() in kernel/machine.h): between start
 * and stop, interrupts are on there. Elsewhere, and at all other times, they
 * are let in by machine_wait() alone.
 */
#ifndef KERNEL_TIME_TICK_H
#define KERNEL_TIME_TICK_H

#include <stdint.h>

/* A VECTOR_WAKE has come to a core that ticks: a wake, the timer, or both.
 * From the trap handler. */
void tick_interrupt(void);

/* machine_wait() of a core that ticks. */
void tick_wait(uint64_t deadline);

#endif
