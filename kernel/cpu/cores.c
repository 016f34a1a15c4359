/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/cores.h"

#include "kernel/atomic.h"
#include "kernel/common/jobs.h"
#include "kernel/ticks.h"
#include "kernel/time/tick.h"
#include "kernel/tsc.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define TIMER_CALIBRATION_US 1000
#define TIMER_LOOKS 8u
#define TIMER_SHORT 64 /* counts of the APIC timer not worth a halt */

static struct percpu *started[MACHINE_MAX_CORES];
static unsigned started_count;
static struct machine_core_info info[MACHINE_MAX_CORES];
static unsigned info_count;

/* APIC timer counts in 2^20 ticks; 0: unknown, deadlines are polled. */
static uint64_t timer_per_mebitick;

/* ---- the table --------------------------------------------------------- */

/* MSR 8Bh holds the revision after a CPUID (SDM 3A, 10.11.7.1); emulators and
 * hypervisors answer whatever they like, so they are not asked. */
static uint32_t microcode(void)
{
	if (cpu_leaf(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_HYPERVISOR)
		return 0;
	if (!cpu_is("GenuineIntel") && !cpu_is("AuthenticAMD"))
		return 0;
	if (cpu_is("GenuineIntel")) {
		wrmsr(MSR_IA32_BIOS_SIGN_ID, 0);
		(void)cpuid(CPUID_FEATURES, 0);
		return (uint32_t)(rdmsr(MSR_IA32_BIOS_SIGN_ID) >> 32);
	}
	return (uint32_t)rdmsr(MSR_IA32_BIOS_SIGN_ID);
}

void cores_describe(struct percpu *cpu)
{
	struct cpu_place place = cpu_place(cpu->local.apic_id);
	bool adjust = cpu_leaf(CPUID_STRUCTURED, 0).ebx &
		      CPUID_7_EBX_TSC_ADJUST;

	cpu->info = (struct machine_core_info){
		.apic_id = cpu->local.apic_id,
		.package = place.package, .die = place.die,
		.core_id = place.core_id, .thread = place.thread,
		.type = place.type, .tsc_adjust_known = adjust,
		.tsc_adjust = adjust ? (int64_t)rdmsr(MSR_IA32_TSC_ADJUST) : 0,
		.microcode = microcode(),
	};
}

void cores_add_started(struct percpu *cpu, int node)
{
	cpu->local.core = started_count;
	started[started_count++] = cpu;
	info[info_count] = cpu->info;
	info[info_count].state = CORE_STARTED;
	info[info_count++].node = node;
}

void cores_add_other(uint32_t apic_id, enum core_state state,
		     const char *reason, int node)
{
	if (info_count == MACHINE_MAX_CORES)
		return; /* cores_asked in the context still counts it */
	info[info_count++] = (struct machine_core_info){
		.apic_id = apic_id, .state = state, .reason = reason,
		.package = -1, .die = -1, .core_id = -1, .thread = -1,
		.node = node, .type = "unknown",
	};
}

struct percpu *cores_started(unsigned core)
{
	return started[core];
}

unsigned cores_listed(void)
{
	return info_count;
}

unsigned machine_cores(void)
{
	return started_count;
}

const struct machine_core_info *machine_core_info(unsigned listed)
{
	return listed < info_count ? &info[listed] : NULL;
}

struct job *jobs_of(unsigned core)
{
	return &started[core]->job;
}

/* ---- waiting ----------------------------------------------------------- */

/* A read of the timer that two stamps close in on: the nearest two of a few,
 * as an SMI, or an emulator's pause, may come between them. */
static void look_at_timer(uint64_t *stamp, uint32_t *left)
{
	uint64_t least = UINT64_MAX, before, after;
	uint32_t count;

	for (unsigned i = 0; i < TIMER_LOOKS; i++) {
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

void cores_calibrate_timer(void)
{
	uint64_t span = ticks_of_us(TIMER_CALIBRATION_US);
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
	timer_per_mebitick = ((uint64_t)(first - last) << 20) / (end - start);
}

uint64_t cores_timer_hz(void)
{
	return timer_per_mebitick * (machine_clock()->hz >> 10) >> 10;
}

uint32_t cores_timer_counts(uint64_t ticks)
{
	uint64_t longest = timer_per_mebitick ?
			   ((uint64_t)UINT32_MAX << 20) / timer_per_mebitick : 0;

	if (longest && ticks >= longest)
		return UINT32_MAX;
	return (uint32_t)(ticks * timer_per_mebitick >> 20);
}

/*
 * A wake-up that is already pending in the APIC ends the halt at once, so one
 * sent before we get here is not lost. Interrupts are off everywhere else, but
 * on a core that ticks.
 */
void machine_wait(uint64_t deadline)
{
	uint64_t now;

	if (this_cpu()->ticks) {
		tick_wait(deadline);
		return;
	}
	if (deadline == MACHINE_NEVER) {
		sti_hlt_cli();
		return;
	}
	now = tsc_read();
	if (now >= deadline)
		return;
	if (cores_timer_counts(deadline - now) < TIMER_SHORT) {
		cpu_relax();
		return;
	}
	lapic_timer(cores_timer_counts(deadline - now));
	sti_hlt_cli();
	lapic_timer(0);
}

void machine_wake(unsigned core)
{
	lapic->send(started[core]->local.apic_id,
		    LAPIC_ICR_FIXED | LAPIC_ICR_ASSERT | VECTOR_WAKE);
}
