/* SPDX-License-Identifier: MIT */
#include "kernel/x86/cpu.h"

#include "kernel/string.h"
#include "kernel/x86/regs.h"

/* Leaves below this distance from a range's base belong to the range. */
#define RANGE_MASK 0xF0000000u

struct cpuid cpu_leaf(uint32_t leaf, uint32_t subleaf)
{
	uint32_t base = leaf & RANGE_MASK;
	bool hypervisor = base == CPUID_HYPERVISOR;

	if (hypervisor && !(cpuid(CPUID_FEATURES, 0).ecx &
			    CPUID_1_ECX_HYPERVISOR))
		return (struct cpuid){ 0 };
	if (leaf > cpuid(base, 0).eax)
		return (struct cpuid){ 0 };
	return cpuid(leaf, subleaf);
}

void cpu_unlimit(void)
{
	uint64_t enable;

	if (!cpu_is("GenuineIntel") ||
	    cpuid(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_HYPERVISOR)
		return;
	enable = rdmsr(MSR_IA32_MISC_ENABLE);
	if (enable & IA32_MISC_ENABLE_LIMIT_CPUID)
		wrmsr(MSR_IA32_MISC_ENABLE,
		      enable & ~IA32_MISC_ENABLE_LIMIT_CPUID);
}

bool cpu_limited(uint32_t *last)
{
	bool more = cpuid(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_XSAVE;

	*last = cpuid(CPUID_BASIC, 0).eax;
	return *last < CPUID_FEATURES || (more && *last < CPUID_XSTATE);
}

unsigned cpu_address_bits(void)
{
	unsigned bits = cpu_leaf(CPUID_ADDRESS_SIZES, 0).eax &
			CPUID_88_EAX_PHYSICAL_BITS;

	return bits ? bits : 36;
}

bool cpu_is(const char vendor[12])
{
	struct cpuid leaf = cpuid(CPUID_BASIC, 0);

	return !memcmp(&leaf.ebx, vendor, 4) &&
	       !memcmp(&leaf.edx, vendor + 4, 4) &&
	       !memcmp(&leaf.ecx, vendor + 8, 4);
}

void cpu_brand(char brand[CPU_BRAND_SIZE])
{
	char text[CPU_BRAND_SIZE] = { 0 };
	const char *start = text;

	for (unsigned i = 0; i < 3; i++) {
		struct cpuid part = cpu_leaf(CPUID_BRAND + i, 0);
		memcpy(text + i * sizeof(part), &part, sizeof(part));
	}
	while (*start == ' ')
		start++;
	memcpy(brand, start, strlen(start) + 1);
}

void cpu_hypervisor(char name[CPU_HYPERVISOR_SIZE])
{
	struct cpuid leaf = { 0 };

	/* Not cpu_leaf(): some hypervisors give this leaf 0 as their last. */
	if (cpuid(CPUID_FEATURES, 0).ecx & CPUID_1_ECX_HYPERVISOR)
		leaf = cpuid(CPUID_HYPERVISOR, 0);
	memcpy(name, &leaf.ebx, 4);
	memcpy(name + 4, &leaf.ecx, 4);
	memcpy(name + 8, &leaf.edx, 4);
	name[CPU_HYPERVISOR_SIZE - 1] = 0;
}
