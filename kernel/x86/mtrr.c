/* SPDX-License-Identifier: MIT */
#include "kernel/x86/mtrr.h"

#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

#define FIXED_RANGES 11
#define VARIABLE_MAX 32 /* pairs of base and mask */

/* SDM 3A, table 12-9. */
static const uint32_t fixed_msr[FIXED_RANGES] = {
	MSR_IA32_MTRR_FIX64K_00000,
	MSR_IA32_MTRR_FIX16K_80000, MSR_IA32_MTRR_FIX16K_A0000,
	MSR_IA32_MTRR_FIX4K_C0000, MSR_IA32_MTRR_FIX4K_C0000 + 1,
	MSR_IA32_MTRR_FIX4K_C0000 + 2, MSR_IA32_MTRR_FIX4K_C0000 + 3,
	MSR_IA32_MTRR_FIX4K_C0000 + 4, MSR_IA32_MTRR_FIX4K_C0000 + 5,
	MSR_IA32_MTRR_FIX4K_C0000 + 6, MSR_IA32_MTRR_FIX4K_C0000 + 7,
};

static struct {
	bool mtrr;
	uint64_t default_type;
	uint64_t fixed[FIXED_RANGES];
	uint64_t variable[2 * VARIABLE_MAX];
	unsigned variables;
} boot;

static uint32_t differing; /* atomic */

static void remember_mtrrs(void)
{
	unsigned pairs = rdmsr(MSR_IA32_MTRRCAP) & IA32_MTRRCAP_VCNT;

	boot.variables = 2 * (pairs < VARIABLE_MAX ? pairs : VARIABLE_MAX);
	boot.default_type = rdmsr(MSR_IA32_MTRR_DEF_TYPE);
	for (unsigned i = 0; i < FIXED_RANGES; i++)
		boot.fixed[i] = rdmsr(fixed_msr[i]);
	for (unsigned i = 0; i < boot.variables; i++)
		boot.variable[i] = rdmsr(MSR_IA32_MTRR_PHYSBASE0 + i);
}

void mtrr_remember_boot_core(void)
{
	boot.mtrr = cpu_leaf(CPUID_FEATURES, 0).edx & CPUID_1_EDX_MTRR;
	if (boot.mtrr)
		remember_mtrrs();
}

/* Writes only what differs, so that equal cores keep their caches. */
static bool match_register(uint32_t msr, uint64_t want)
{
	if (rdmsr(msr) == want)
		return false;
	wrmsr(msr, want);
	return true;
}

void mtrr_match_boot_core(void)
{
	bool differed = false;

	if (boot.mtrr) {
		for (unsigned i = 0; i < FIXED_RANGES; i++)
			differed |= match_register(fixed_msr[i], boot.fixed[i]);
		for (unsigned i = 0; i < boot.variables; i++)
			differed |= match_register(MSR_IA32_MTRR_PHYSBASE0 + i,
						   boot.variable[i]);
		differed |= match_register(MSR_IA32_MTRR_DEF_TYPE,
					   boot.default_type);
	}
	if (differed) {
		wbinvd();
		atomic_add_relaxed(&differing, 1);
	}
}

unsigned mtrr_differences(void)
{
	return atomic_load_relaxed(&differing);
}
