/* SPDX-License-Identifier: MIT */
#include "hosted/time/clock.h"

#include <time.h>

#include "kernel/common/calibrate.h"
#include "kernel/common/skew.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

#define NANOSECONDS 1000000000u
#define WINDOW_NS 20000000u
#define PPM 1000000u

static struct machine_clock machine;

const struct machine_clock *machine_clock(void)
{
	return &machine;
}

static uint64_t nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return (uint64_t)now.tv_sec * NANOSECONDS + (uint64_t)now.tv_nsec;
}

/* The stamp against CLOCK_MONOTONIC_RAW, which follows no NTP. */
static uint64_t measure_hz(void)
{
	uint64_t ns = nanoseconds(), ticks = tsc_read(), now;

	while ((now = nanoseconds()) - ns < WINDOW_NS)
		;
	ticks = tsc_read() - ticks;
	return ticks * (NANOSECONDS / 1000) / ((now - ns) / 1000);
}

static uint32_t spread_ppm(uint64_t a, uint64_t b)
{
	uint64_t apart = a > b ? a - b : b - a;

	return (uint32_t)(apart * PPM / b);
}

/* What the leaves say, with no device behind them. */
static struct clock_result from_leaves(void)
{
	struct cpuid crystal = cpu_leaf(CPUID_TSC_CRYSTAL, 0);
	struct clock_hardware leaves = {
		.tsc = tsc_read,
		.crystal_denominator = crystal.eax,
		.crystal_numerator = crystal.ebx, .crystal_hz = crystal.ecx,
		.hypervisor_khz = cpu_leaf(CPUID_HYPERVISOR_TIMING, 0).eax,
	};

	return clock_calibrate(&leaves);
}

void hosted_clock_init(void)
{
	struct clock_result told = from_leaves();
	uint64_t first = measure_hz(), second = measure_hz();

	machine = (struct machine_clock){
		.hz = told.hz ? told.hz : second,
		.source = told.hz ? told.source : "monotonic-raw",
		.spread_ppm = spread_ppm(first, told.hz ? told.hz : second),
		.spread_known = true,
		.invariant = cpu_leaf(CPUID_ADVANCED_POWER, 0).edx &
			     CPUID_87_EDX_INVARIANT_TSC,
		.has_rdtscp = cpu_leaf(CPUID_EXTENDED_FEATURES, 0).edx &
			      CPUID_81_EDX_RDTSCP,
	};
}

void hosted_clock_compare_cores(void)
{
	skew_measure(&machine);
}
