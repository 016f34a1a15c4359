/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/cores.h"

#include "kernel/common/jobs.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

static struct percpu *started[MACHINE_MAX_CORES];
static unsigned started_count;
static struct machine_core_info info[MACHINE_MAX_CORES];
static unsigned info_count;

/*
 * What firmware added to the calling core's stamp. Firmware is known to set
 * cores apart by it; all get the boot core's, which is described first (Linux's
 * tsc_sync.c does the same).
 */
static int64_t heal_tsc_adjust(void)
{
	static bool boot_core_known;
	static int64_t boot_core;
	int64_t found = (int64_t)rdmsr(MSR_IA32_TSC_ADJUST);

	if (!boot_core_known) {
		boot_core_known = true;
		boot_core = found;
	} else if (found != boot_core) {
		wrmsr(MSR_IA32_TSC_ADJUST, (uint64_t)boot_core);
	}
	return found;
}

void cores_describe(struct percpu *cpu)
{
	struct cpu_place place = cpu_place(cpu->local.apic_id);
	bool adjust = cpu_leaf(CPUID_STRUCTURED, 0).ebx &
		      CPUID_7_EBX_TSC_ADJUST;

	cpu->info = (struct machine_core_info){
		.apic_id = cpu->local.apic_id,
		.package = place.package, .die = place.die,
		.module = place.module, .core_id = place.core_id,
		.thread = place.thread, .type = place.type,
		.tsc_adjust_known = adjust,
		.tsc_adjust = adjust ? heal_tsc_adjust() : 0,
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
		.package = -1, .die = -1, .module = -1, .core_id = -1,
		.thread = -1, .node = node, .type = "unknown",
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

void machine_wake(unsigned core)
{
	lapic->send(started[core]->local.apic_id,
		    LAPIC_ICR_FIXED | LAPIC_ICR_ASSERT | VECTOR_WAKE);
}
