/* SPDX-License-Identifier: MIT */
/* Which processor the counted machine has: by CPUID (Intel SDM 2A), and by
 * nothing of the host's. */
#include <stdbool.h>
#include <string.h>

#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/machine/machine.h"

/* One package of cores; the other one has two threads a core, two cores a die,
 * two dies a package, which leaf 0Bh does not know. */
static struct cpuid places(bool dies, uint32_t subleaf)
{
	static const uint32_t type[] = { 1, 2, 5 };
	bool other = counted.other;
	bool known = subleaf < 2u + (dies && other);
	uint32_t shift = other ? subleaf + 1 : subleaf * 4;

	return (struct cpuid){
		.eax = known ? shift : 0, .ebx = known ? 1u << shift : 0,
		.ecx = subleaf | (known ? type[subleaf] << 8 : 0),
		.edx = counted_core() };
}

static struct cpuid named(uint32_t eax, const char name[12])
{
	struct cpuid r = { .eax = eax };

	memcpy(&r.ebx, name, 4);
	memcpy(&r.ecx, name + 4, 4);
	memcpy(&r.edx, name + 8, 4);
	return r;
}

static struct cpuid features(void)
{
	uint32_t hypervisor = counted.other ? 0 : CPUID_1_ECX_HYPERVISOR;

	return (struct cpuid){
		.ebx = (counted_core() + 1) << CPUID_1_EBX_APIC_ID_SHIFT |
		       COUNTED_CORES_MOST << CPUID_1_EBX_PACKAGE_IDS_SHIFT,
		.ecx = CPUID_1_ECX_MONITOR | hypervisor,
		.edx = CPUID_1_EDX_FXSR | CPUID_1_EDX_SSE2 | CPUID_1_EDX_HTT };
}

static struct cpuid brand(uint32_t part)
{
	static const char text[48] = "Counted processor, 2.5 GHz";
	struct cpuid r;

	memcpy(&r, text + part * sizeof(r), sizeof(r));
	return r;
}

/* No vector state beyond FXSAVE's: rows that save it do so in earnest. */
struct cpuid cpuid(uint32_t leaf, uint32_t subleaf)
{
	switch (leaf) {
	case CPUID_BASIC:
		return named(CPUID_TOPOLOGY_V2, "CounCPU.ted ");
	case CPUID_FEATURES:
		return features();
	case CPUID_TOPOLOGY:
	case CPUID_TOPOLOGY_V2:
		return places(leaf == CPUID_TOPOLOGY_V2, subleaf);
	case CPUID_HYPERVISOR:
		return named(leaf, "KVMKVMKVM\0\0\0");
	case CPUID_EXTENDED:
		return (struct cpuid){ .eax = CPUID_ADDRESS_SIZES };
	case CPUID_EXTENDED_FEATURES:
		return (struct cpuid){
			.edx = CPUID_81_EDX_LM |
			       (counted.other ? 0 : CPUID_81_EDX_RDTSCP) };
	case CPUID_BRAND:
	case CPUID_BRAND + 1:
	case CPUID_BRAND + 2:
		return brand(leaf - CPUID_BRAND);
	case CPUID_ADVANCED_POWER:
		return (struct cpuid){ .edx = CPUID_87_EDX_INVARIANT_TSC };
	case CPUID_ADDRESS_SIZES:
		return (struct cpuid){ .eax = 48 << 8 | 46 };
	default:
		return (struct cpuid){ 0 };
	}
}
