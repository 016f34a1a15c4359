/* SPDX-License-Identifier: MIT */
#include "kernel/x86/vector.h"

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

static bool has(uint32_t bits, uint32_t wanted)
{
	return (bits & wanted) == wanted;
}

/* In the order of SDM 3A, 13.1: the bits of CR4, then XCR0. */
void vector_enable(void)
{
	struct cpuid features = cpu_leaf(CPUID_FEATURES, 0);
	struct cpuid states;

	if (!has(features.edx, CPUID_1_EDX_FXSR | CPUID_1_EDX_SSE2))
		return;
	write_cr4(read_cr4() | X86_CR4_OSFXSR | X86_CR4_OSXMMEXCPT);
	if (!has(features.ecx, CPUID_1_ECX_XSAVE))
		return;
	/* Bit 0 (x87) is always offered: without it the leaf is not there,
	 * and XSETBV of nothing faults. */
	states = cpu_leaf(CPUID_XSTATE, 0);
	if (!has(states.eax, XCR0_X87))
		return;
	write_cr4(read_cr4() | X86_CR4_OSXSAVE);
	xsetbv(XCR0, (uint64_t)states.edx << 32 | states.eax);
}

struct vector_facts vector_facts(void)
{
	struct cpuid features = cpu_leaf(CPUID_FEATURES, 0);
	struct vector_facts facts = {
		.fxsave = has(features.edx, CPUID_1_EDX_FXSR |
					    CPUID_1_EDX_SSE2),
	};

	if (!has(features.ecx, CPUID_1_ECX_OSXSAVE))
		return facts;
	facts.xsave_bytes = cpu_leaf(CPUID_XSTATE, 0).ebx;
	facts.xsaveopt = has(cpu_leaf(CPUID_XSTATE, 1).eax,
			     CPUID_D1_EAX_XSAVEOPT);
	facts.ymm = has(features.ecx, CPUID_1_ECX_AVX) &&
		    has((uint32_t)xgetbv(XCR0), XCR0_SSE | XCR0_AVX);
	return facts;
}
