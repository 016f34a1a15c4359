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

/* ---- topology (SDM 3A, 9.9; leaves 1Fh and 0Bh) ------------------------ */

/*
 * Each level tells how many low bits of the APIC ID lie below the next one;
 * levels come from the thread upwards, and kinds we do not name (module, tile)
 * are counted to the die.
 */
static bool place_from_levels(uint32_t leaf, uint32_t id,
			      struct cpu_place *place)
{
	unsigned smt = 0, core = 0, die = 0, levels = 0;

	for (struct cpuid r = cpu_leaf(leaf, 0); r.ebx && levels < 8;
	     r = cpu_leaf(leaf, ++levels)) {
		unsigned type = r.ecx >> 8 & 0xFF, shift = r.eax & 0x1F;

		if (type == CPUID_TOPOLOGY_LEVEL_SMT)
			smt = shift;
		if (type == CPUID_TOPOLOGY_LEVEL_SMT ||
		    type == CPUID_TOPOLOGY_LEVEL_CORE)
			core = shift;
		die = shift > die ? shift : die;
	}
	if (!levels)
		return false;
	place->thread = (int)(id & ((1u << smt) - 1));
	place->core_id = (int)(id >> smt & ((1u << (core - smt)) - 1));
	place->die = (int)(id >> core & ((1u << (die - core)) - 1));
	place->package = (int)(id >> die);
	return true;
}

static const char *core_type(void)
{
	uint32_t type;

	if (!(cpu_leaf(CPUID_STRUCTURED, 0).edx & CPUID_7_EDX_HYBRID))
		return "uniform";
	type = cpu_leaf(CPUID_HYBRID, 0).eax >> CPUID_1A_EAX_CORE_TYPE_SHIFT;
	return type == CPUID_1A_CORE_TYPE_ATOM ? "efficiency" :
	       type == CPUID_1A_CORE_TYPE_CORE ? "performance" : "unknown";
}

struct cpu_place cpu_place(uint32_t apic_id)
{
	struct cpu_place place = {
		.package = -1, .die = -1, .core_id = -1, .thread = -1,
		.type = core_type(),
	};

	if (!place_from_levels(CPUID_TOPOLOGY_V2, apic_id, &place))
		(void)place_from_levels(CPUID_TOPOLOGY, apic_id, &place);
	return place;
}
