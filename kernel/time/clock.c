/* SPDX-License-Identifier: MIT */
#include "kernel/time/clock.h"

#include "kernel/common/skew.h"
#include "kernel/common/warnings.h"
#include "kernel/machine.h"
#include "kernel/memory/memory.h"
#include "kernel/tsc.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define HPET_REGISTERS 0x400u /* bytes */

static struct machine_clock machine;
static struct clock_hardware hardware;
static volatile uint8_t *hpet;

const struct machine_clock *machine_clock(void)
{
	return &machine;
}

const struct clock_hardware *clock_hardware(void)
{
	return &hardware;
}

static uint32_t hpet_read(uint32_t offset)
{
	return *(volatile uint32_t *)(hpet + offset);
}

static void hpet_write(uint32_t offset, uint32_t value)
{
	*(volatile uint32_t *)(hpet + offset) = value;
}

static void read_leaves(struct clock_hardware *h)
{
	struct cpuid crystal = cpu_leaf(CPUID_TSC_CRYSTAL, 0);

	h->crystal_denominator = crystal.eax;
	h->crystal_numerator = crystal.ebx;
	h->crystal_hz = crystal.ecx;
	h->base_mhz = cpu_leaf(CPUID_BASE_FREQUENCY, 0).eax;
	h->hypervisor_khz = cpu_leaf(CPUID_HYPERVISOR_TIMING, 0).eax;
}

static void warn_of_clock(const struct clock_result *result)
{
	if (result->unsteady)
		warnings_add("clock_unsteady", "%s was watched and its rates "
			     "differ by more than 0.5 %%: not used. Is the host "
			     "busy?", result->unsteady);
	if (!result->hz)
		warnings_add("no_clock", "no source that can be believed tells "
			     "the frequency of the time stamp: what is told in "
			     "seconds is unknown");
	if (result->sources == 1 && result->spread_known)
		warnings_add("clock_unchecked", "only %s tells the frequency "
			     "of the time stamp: no second source checks it, "
			     "and its own readings differ by %u ppm",
			     result->source, result->spread_ppm);
	else if (result->sources == 1)
		warnings_add("clock_unchecked", "only %s tells the frequency "
			     "of the time stamp: no second source checks it",
			     result->source);
	if (result->contradicts)
		warnings_add("clocks_differ", "%s and %s tell frequencies of "
			     "the time stamp that are more than 1 %% apart; "
			     "used: %s", result->contradicted,
			     result->contradicts, result->source);
}

void clock_init(struct acpi *acpi, const struct fadt_facts *fadt)
{
	uint64_t hpet_at = hpet_address(acpi);
	struct clock_result result;

	hardware = (struct clock_hardware){
		.tsc = tsc_read, .in8 = inb, .in32 = inl, .out8 = outb,
		.hpet_read = hpet_read, .hpet_write = hpet_write,
		.pm_timer_port = (uint16_t)fadt->pm_timer_port,
		.pm_timer_32bit = fadt->pm_timer_32bit,
		.has_hpet = hpet_at && memory_map_device(hpet_at, HPET_REGISTERS),
		.has_pit = true, /* tried: a missing one reads as stuck */
		.has_rtc = fadt->has_cmos_rtc,
	};
	hpet = (volatile uint8_t *)hpet_at;
	read_leaves(&hardware);
	result = clock_calibrate(&hardware);
	warn_of_clock(&result);
	machine = (struct machine_clock){
		.hz = result.hz, .source = result.source,
		.spread_ppm = result.spread_ppm,
		.spread_known = result.spread_known,
		.invariant = cpu_leaf(CPUID_ADVANCED_POWER, 0).edx &
			     CPUID_87_EDX_INVARIANT_TSC,
		.has_rdtscp = cpu_leaf(CPUID_EXTENDED_FEATURES, 0).edx &
			      CPUID_81_EDX_RDTSCP,
	};
}

void clock_compare_cores(void)
{
	skew_measure(&machine);
}
