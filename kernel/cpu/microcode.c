/* SPDX-License-Identifier: MIT */
#include "kernel/cpu/microcode.h"

#include "kernel/cpu/trap.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

/* MSR 8Bh holds the revision after a CPUID (SDM 3A, 10.11.7.1); AMD's holds it
 * all the time, in the other half. */
static void read_microcode(void *arg)
{
	uint32_t *revision = arg;

	if (cpu_is("GenuineIntel")) {
		wrmsr(MSR_IA32_BIOS_SIGN_ID, 0);
		(void)cpuid(CPUID_FEATURES, 0);
		*revision = (uint32_t)(rdmsr(MSR_IA32_BIOS_SIGN_ID) >> 32);
	} else if (cpu_is("AuthenticAMD")) {
		*revision = (uint32_t)rdmsr(MSR_IA32_BIOS_SIGN_ID);
	}
}

/* Hypervisors answer whatever they like, so they are not asked; an emulator
 * that hides may have no such register. */
uint32_t microcode_revision(void)
{
	uint32_t revision = 0;

	if (cpu_leaf(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_HYPERVISOR ||
	    !trap_trial(read_microcode, &revision))
		return 0;
	return revision;
}
