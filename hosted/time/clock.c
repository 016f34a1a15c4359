/* SPDX-License-Identifier: MIT */
#include "hosted/time/clock.h"

#include <time.h>

#include "kernel/common/calibrate.h"
#include "kernel/common/skew.h"
#include "kernel/common/warnings.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

#define NANOSECONDS 1000000000u
#define WINDOW_NS 20000000u
#define LOOKS 8u

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

/* Both clocks at one moment: the closest of some looks, as the kernel may take
 * the core between the two. */
struct moment {
	uint64_t ns, ticks;
};

static struct moment moment(void)
{
	struct moment closest = { 0, 0 };
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < LOOKS; i++) {
		uint64_t before = tsc_read(), ns = nanoseconds();
		uint64_t apart = tsc_read() - before;

		if (apart < least) {
			least = apart;
			closest = (struct moment){ ns, before + apart / 2 };
		}
	}
	return closest;
}

/* The stamp against CLOCK_MONOTONIC_RAW, which follows no NTP. */
static uint64_t measure_hz(void)
{
	struct moment start = moment(), end;

	while (nanoseconds() - start.ns < WINDOW_NS)
		;
	end = moment();
	return (end.ticks - start.ticks) * (NANOSECONDS / 1000) /
	       ((end.ns - start.ns) / 1000);
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

/*
 * A hypervisor may pass on the leaf of another host. So what is told counts
 * where the measurement confirms it, and the measurement elsewhere.
 */
static struct clock_result choose(void)
{
	struct clock_result leaves = from_leaves(), agreed;
	uint64_t first = measure_hz(), second = measure_hz();
	uint32_t scatter = difference_ppm(second, first);
	struct told told[] = {
		{ "monotonic-raw", second, scatter },
		{ leaves.source, leaves.hz, 0 },
	};

	agreed = clock_agree(told, leaves.hz ? 2 : 1);
	if (agreed.agreed) {
		agreed.hz = leaves.hz;
		agreed.source = leaves.source;
		return agreed;
	}
	if (leaves.sources)
		warnings_add("clocks_differ", "%s tells another frequency of "
			     "the time stamp than CLOCK_MONOTONIC_RAW, more "
			     "than 1 %% off; used: monotonic-raw",
			     leaves.hz ? leaves.source : leaves.contradicted);
	return (struct clock_result){ .hz = second, .source = told[0].source,
				      .spread_ppm = scatter };
}

void hosted_clock_init(void)
{
	struct clock_result chosen = choose();

	machine = (struct machine_clock){
		.hz = chosen.hz, .source = chosen.source,
		.spread_ppm = chosen.spread_ppm, .spread_known = true,
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
