/* SPDX-License-Identifier: MIT */
/* kernel/x86/topology.c on processors whose leaves we give it. */
#include <string.h>

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"
#include "tests/host/test.h"

static struct leaf {
	uint32_t leaf, subleaf;
	struct cpuid is;
} leaves[8];
static bool is_amd;

/* The processor of the test: what is not listed reads as absent. */
struct cpuid cpu_leaf(uint32_t leaf, uint32_t subleaf)
{
	for (unsigned i = 0; i < 8; i++)
		if (leaves[i].leaf == leaf && leaves[i].subleaf == subleaf)
			return leaves[i].is;
	return (struct cpuid){ 0 };
}

bool cpu_is(const char vendor[12])
{
	return is_amd && !memcmp(vendor, "AuthenticAMD", 12);
}

static void processor(bool amd, const struct leaf *given, size_t bytes)
{
	is_amd = amd;
	memset(leaves, 0, sizeof(leaves));
	memcpy(leaves, given, bytes);
}

static void check_place(uint32_t id, int package, int die, int core, int thread)
{
	struct cpu_place place = cpu_place(id);

	CHECK_EQUAL(place.package, package);
	CHECK_EQUAL(place.die, die);
	CHECK_EQUAL(place.core_id, core);
	CHECK_EQUAL(place.thread, thread);
}

#define LEVEL(shift, type) { .eax = shift, .ebx = 1, .ecx = (type) << 8 }

TEST(topology_intel_threads_cores_dies)
{
	static const struct leaf given[] = {
		{ CPUID_TOPOLOGY_V2, 0, LEVEL(1, 1) },
		{ CPUID_TOPOLOGY_V2, 1, LEVEL(4, 2) },
		{ CPUID_TOPOLOGY_V2, 2, LEVEL(6, 5) },
	};

	processor(false, given, sizeof(given));
	check_place(0, 0, 0, 0, 0);
	check_place(0x5B, 1, 1, 5, 1); /* 01 01 101 1 */
	CHECK(!strcmp(cpu_place(0).type, "uniform"));
}

TEST(topology_intel_hybrid_types)
{
	static struct leaf given[] = {
		{ CPUID_STRUCTURED, 0, { .edx = CPUID_7_EDX_HYBRID } },
		{ CPUID_HYBRID, 0, { .eax = 0x20u << 24 } },
	};

	processor(false, given, sizeof(given));
	CHECK(!strcmp(cpu_place(0).type, "efficiency"));
	given[1].is.eax = 0x40u << 24;
	processor(false, given, sizeof(given));
	CHECK(!strcmp(cpu_place(0).type, "performance"));
}

TEST(topology_old_leaf_has_no_die)
{
	static const struct leaf given[] = {
		{ CPUID_TOPOLOGY, 0, LEVEL(0, 1) },
		{ CPUID_TOPOLOGY, 1, LEVEL(3, 2) },
	};

	processor(false, given, sizeof(given));
	check_place(0xD, 1, 0, 5, 0);
}

/* Zen 4: 2 threads, 8 cores a complex, a complex a die, 8 dies a package. */
TEST(topology_amd_extended_leaf)
{
	static const struct leaf given[] = {
		{ CPUID_AMD_TOPOLOGY_V2, 0, LEVEL(1, 1) },
		{ CPUID_AMD_TOPOLOGY_V2, 1, LEVEL(4, 2) },
		{ CPUID_AMD_TOPOLOGY_V2, 2, LEVEL(4, 3) },
		{ CPUID_AMD_TOPOLOGY_V2, 3, LEVEL(7, 4) },
		{ CPUID_TOPOLOGY, 0, LEVEL(1, 1) }, /* says less: not asked */
		{ CPUID_TOPOLOGY, 1, LEVEL(7, 2) },
	};

	processor(true, given, sizeof(given));
	check_place(0x93, 1, 1, 1, 1);
}

TEST(topology_amd_nodes)
{
	static const struct leaf given[] = {
		{ CPUID_EXTENDED, 0, { .eax = CPUID_AMD_TOPOLOGY } },
		{ CPUID_AMD_TOPOLOGY, 0,
		  { .eax = 0x1B, .ebx = 0x0105, .ecx = 0x0103 } },
		{ CPUID_ADDRESS_SIZES, 0, { .ecx = 4u << 12 } },
	};

	processor(true, given, sizeof(given));
	check_place(0x1B, 1, 1, 5, 1); /* node 3 of 2 a package: die 1 */
}

/* A leaf beyond the range reads as zeros, which is no core's number. */
TEST(topology_amd_without_the_node_leaf)
{
	static const struct leaf given[] = {
		{ CPUID_EXTENDED, 0, { .eax = CPUID_ADDRESS_SIZES } },
		{ CPUID_ADDRESS_SIZES, 0, { .ecx = 4u << 12 } },
	};

	processor(true, given, sizeof(given));
	check_place(0, -1, -1, -1, -1);
}

TEST(topology_unknown_is_minus_one)
{
	static const struct leaf none;

	processor(false, &none, sizeof(none));
	check_place(3, -1, -1, -1, -1);
}
