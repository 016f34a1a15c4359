/* SPDX-License-Identifier: MIT */
#include "kernel/x86/boost.h"

#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

static bool virtual_machine(void)
{
	return cpu_leaf(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_HYPERVISOR;
}

int boost_turbo(void)
{
	if (virtual_machine())
		return -1;
	if (cpu_is("GenuineIntel")) /* SDM 3B, 15.3.2.1 */
		return cpu_leaf(CPUID_POWER, 0).eax & CPUID_6_EAX_TURBO &&
		       !(rdmsr(MSR_IA32_MISC_ENABLE) &
			 IA32_MISC_ENABLE_TURBO_OFF);
	if (cpu_is("AuthenticAMD")) /* APM 2, 17.2 */
		return cpu_leaf(CPUID_ADVANCED_POWER, 0).edx &
		       CPUID_87_EDX_CORE_BOOST &&
		       !(rdmsr(MSR_AMD_HWCR) & AMD_HWCR_CPB_OFF);
	return -1;
}

int boost_hwp(void)
{
	if (virtual_machine() || !cpu_is("GenuineIntel"))
		return -1;
	return cpu_leaf(CPUID_POWER, 0).eax & CPUID_6_EAX_HWP && /* SDM 3B, 15.4 */
	       rdmsr(MSR_IA32_PM_ENABLE) & IA32_PM_ENABLE_HWP;
}
