/* SPDX-License-Identifier: MIT */
#include "kernel/x86/mtrr.h"

#include <stdint.h>

#include "kernel/atomic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

#define FIXED_RANGES 11
#define VARIABLE_MAX 32 /* pairs of base and mask */

/* SDM 3A, table 12-9. */
static const uint16_t fixed_msr[FIXED_RANGES] = {
	MSR_IA32_MTRR_FIX64K_00000,
	MSR_IA32_MTRR_FIX16K_80000, MSR_IA32_MTRR_FIX16K_A0000,
	MSR_IA32_MTRR_FIX4K_C0000, MSR_IA32_MTRR_FIX4K_C0000 + 1,
	MSR_IA32_MTRR_FIX4K_C0000 + 2, MSR_IA32_MTRR_FIX4K_C0000 + 3,
	MSR_IA32_MTRR_FIX4K_C0000 + 4, MSR_IA32_MTRR_FIX4K_C0000 + 5,
	MSR_IA32_MTRR_FIX4K_C0000 + 6, MSR_IA32_MTRR_FIX4K_C0000 + 7,
};

static struct {
	unsigned ranges; /* registers of them; 0: there are no MTRRs */
	uint64_t default_type;
	uint64_t range[FIXED_RANGES + 2 * VARIABLE_MAX];
} boot;

static uint32_t differing; /* atomic */

static uint32_t msr_of(unsigned range)
{
	return range < FIXED_RANGES ? fixed_msr[range] :
	       MSR_IA32_MTRR_PHYSBASE0 + range - FIXED_RANGES;
}

void mtrr_remember_boot_core(void)
{
	unsigned pairs;

	if (!(cpu_leaf(CPUID_FEATURES, 0).edx & CPUID_1_EDX_MTRR))
		return;
	pairs = rdmsr(MSR_IA32_MTRRCAP) & IA32_MTRRCAP_VCNT;
	boot.ranges = FIXED_RANGES +
		      2 * (pairs < VARIABLE_MAX ? pairs : VARIABLE_MAX);
	boot.default_type = rdmsr(MSR_IA32_MTRR_DEF_TYPE);
	for (unsigned i = 0; i < boot.ranges; i++)
		boot.range[i] = rdmsr(msr_of(i));
}

static bool differs(void)
{
	for (unsigned i = 0; i < boot.ranges; i++)
		if (rdmsr(msr_of(i)) != boot.range[i])
			return true;
	return boot.ranges &&
	       rdmsr(MSR_IA32_MTRR_DEF_TYPE) != boot.default_type;
}

static void flush(void)
{
	wbinvd();
	write_cr3(read_cr3()); /* no page is global here */
}

/*
 * SDM 3A, 12.11.7.2: no cache and no TLB may hold what a register half written
 * says. Interrupts are off. The cores do not meet for it, as 12.11.8 asks: none
 * uses memory whose type changes meanwhile.
 */
static void copy_boot_core(void)
{
	uint64_t cr0 = read_cr0();

	write_cr0((cr0 | X86_CR0_CD) & ~(uint64_t)X86_CR0_NW);
	flush();
	wrmsr(MSR_IA32_MTRR_DEF_TYPE, 0); /* off: all is uncached */
	for (unsigned i = 0; i < boot.ranges; i++)
		wrmsr(msr_of(i), boot.range[i]);
	wrmsr(MSR_IA32_MTRR_DEF_TYPE, boot.default_type);
	flush();
	write_cr0(cr0);
}

/* Equal cores keep their caches. */
void mtrr_match_boot_core(void)
{
	if (!differs())
		return;
	copy_boot_core();
	atomic_add_relaxed(&differing, 1);
}

unsigned mtrr_differences(void)
{
	return atomic_load_relaxed(&differing);
}
