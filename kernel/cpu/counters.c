/* SPDX-License-Identifier: MIT */
/*
 * Counters that tell what happened to a core behind our back. Their presence
 * comes from CPUID or from the vendor outside a hypervisor, never from "it
 * did not fault": emulators answer any RDMSR with 0.
 */
#include "kernel/machine.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

static bool counts_smi(void)
{
	uint32_t hypervisor = cpu_leaf(CPUID_FEATURES, 0).ecx &
			      CPUID_1_ECX_HYPERVISOR;

	/* Nehalem and later (SDM 4, table 2-15): those with leaf 0Bh. */
	return !hypervisor && cpu_is("GenuineIntel") &&
	       cpu_leaf(CPUID_TOPOLOGY, 0).ebx &&
	       machine_facts()->on_metal;
}

struct machine_counters machine_counters(void)
{
	struct machine_counters c = {
		.smi_known = counts_smi(),
		.clock_known = cpu_leaf(CPUID_POWER, 0).ecx &
			       CPUID_6_ECX_APERFMPERF,
	};

	if (c.smi_known)
		c.smi = (uint32_t)rdmsr(MSR_SMI_COUNT);
	if (c.clock_known) {
		c.aperf = rdmsr(MSR_IA32_APERF);
		c.mperf = rdmsr(MSR_IA32_MPERF);
	}
	return c;
}
