/* SPDX-License-Identifier: MIT */
#include "kernel/x86/pat.h"

#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define PAT_OURS ((IA32_PAT_RESET & ~(IA32_PAT_TYPE << IA32_PAT_PA1_SHIFT)) | \
		  IA32_PAT_WC << IA32_PAT_PA1_SHIFT)

bool pat_set(void)
{
	if (!(cpu_leaf(CPUID_FEATURES, 0).edx & CPUID_1_EDX_PAT))
		return false;
	wrmsr(MSR_IA32_PAT, PAT_OURS);
	return true;
}
