/* SPDX-License-Identifier: MIT */
/* How fast the timer of each core's own APIC counts: at one rate everywhere. */
#ifndef KERNEL_TIME_APIC_TIMER_H
#define KERNEL_TIME_APIC_TIMER_H

#include <stdint.h>

/* Measures it against the time stamp: needs the clock. Boot core. */
void apic_timer_calibrate(void);

/* What that found, in counts a second; 0: it does not count, or no clock. */
uint64_t apic_timer_hz(void);

/* Ticks that its register can hold; 0 likewise. */
uint64_t apic_timer_longest(void);

/* Counts in so many ticks, at most what its register holds; 0 if it could not
 * be calibrated or less than one count is left. */
uint32_t apic_timer_counts(uint64_t ticks);

#endif
