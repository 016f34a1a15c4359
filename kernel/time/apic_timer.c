/* SPDX-License-Identifier: MIT */
#include "kernel/time/apic_timer.h"

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define CALIBRATION_US 1000
#define LOOKS 8u

/* Counts in 2^20 ticks; 0: unknown, deadlines are polled. */
static uint64_t per_mebitick;

/* A read of the timer that two stamps close in on: the nearest two of a few,
 * as an SMI, or an emulator's pause, may come between them. */
static void look_at_timer(uint64_t *stamp, uint32_t *left)
{
	uint64_t least = UINT64_MAX, before, after;
	uint32_t count;

	for (unsigned i = 0; i < LOOKS; i++) {
		before = tsc_start();
		count = lapic->read(LAPIC_TIMER_CURRENT);
		after = tsc_stop_lfence();
		if (after - before >= least)
			continue;
		least = after - before;
		*stamp = before + least / 2;
		*left = count;
	}
}

void apic_timer_calibrate(void)
{
	uint64_t span = ticks_of_us(CALIBRATION_US);
	uint64_t start, end;
	uint32_t first, last;

	if (!span)
		return;
	lapic_timer(UINT32_MAX);
	look_at_timer(&start, &first);
	while (tsc_read() - start < span)
		cpu_relax();
	look_at_timer(&end, &last);
	lapic_timer(0);
	per_mebitick = ((uint64_t)(first - last) << 20) / (end - start);
}

uint64_t apic_timer_hz(void)
{
	return per_mebitick * (machine_clock()->hz >> 10) >> 10;
}

uint64_t apic_timer_longest(void)
{
	return per_mebitick ? ((uint64_t)UINT32_MAX << 20) / per_mebitick : 0;
}

uint32_t apic_timer_counts(uint64_t ticks)
{
	uint64_t longest = apic_timer_longest();

	if (longest && ticks >= longest)
		return UINT32_MAX;
	return (uint32_t)(ticks * per_mebitick >> 20);
}
