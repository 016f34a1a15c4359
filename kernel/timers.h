/* SPDX-License-Identifier: MIT */
/*
 * What else of the machine counts time: slower to reach than the time stamp,
 * and what an operating system falls back to.
 */
#ifndef KERNEL_TIMERS_H
#define KERNEL_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

enum machine_timer_kind {
	MACHINE_HPET,           /* low half of the main counter */
	MACHINE_PM_TIMER,       /* ACPI's */
	MACHINE_PIT,            /* channel 2, latched and read */
	MACHINE_LAPIC_TIMER,    /* current count of the core's own APIC */
	MACHINE_TIMERS,
};

/*
 * Between begin() and end(), which keep what was set there before, the counter
 * runs; read() counts up, from 0 again beyond `mask`. The calling core must not
 * sleep in between. Core 0 only, but where each core has its own.
 */
struct machine_timer {
	const char *missing;    /* why it is not there; NULL: the rest holds */
	uint64_t hz, mask;      /* counts in a second, 0 where unknown */
	bool each_core;
	void (*begin)(void);
	uint64_t (*read)(void);
	void (*end)(void);
};

/* The first call tries them: core 0, outside any run. */
const struct machine_timer *machine_timer(enum machine_timer_kind kind);

#endif
