/* SPDX-License-Identifier: MIT */
/*
 * How fast does the time stamp run? Every source a machine may have, each
 * bounded, compared with each other. Pure: hardware is reached through
 * struct clock_hardware alone, so that the tests can mock it.
 */
#ifndef KERNEL_COMMON_CALIBRATE_H
#define KERNEL_COMMON_CALIBRATE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/common/agree.h"

/* What the sources read and write. */
struct clock_hardware {
	uint64_t (*tsc)(void);
	uint8_t (*in8)(uint16_t port);
	uint32_t (*in32)(uint16_t port);
	void (*out8)(uint16_t port, uint8_t value);
	uint32_t (*hpet_read)(uint32_t offset);
	void (*hpet_write)(uint32_t offset, uint32_t value);

	/* CPUID leaves; a leaf beyond its range's last one reads as zeros. */
	uint32_t crystal_denominator, crystal_numerator, crystal_hz; /* 15h */
	uint32_t base_mhz;            /* leaf 16h EAX */
	uint32_t hypervisor_khz;      /* leaf 4000_0010h EAX */

	uint16_t pm_timer_port;       /* 0: absent */
	bool pm_timer_32bit;
	bool has_hpet, has_pit, has_rtc;
};

/*
 * Asks all sources. The most trusted that another one confirms gives hz, that
 * one the spread (kernel/common/agree.h). The order is CPUID 15h, hypervisor
 * leaf, HPET, PM timer, PIT; then the real-time clock, and leaf 16h, a marketing
 * figure: both only where none before answered or they contradict each other. A
 * counter is watched for some gates of 10 ms, of which the three least count
 * when they agree, the real-time clock for some seconds. Takes about 100 ms
 * where they agree at once, at most 1 s (with the real-time clock 12 s), pauses
 * by a host apart, and ends even if every counter stands still.
 */
struct clock_result clock_calibrate(const struct clock_hardware *hardware);

#endif
