/* SPDX-License-Identifier: MIT */
/* kernel/x86/topology.c on processors whose leaves we give it. */
#include <string.h>

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

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
	static const struct fake_leaf given[] = {
		{ CPUID_TOPOLOGY_V2, 0, LEVEL(1, 1) },
		{ CPUID_TOPOLOGY_V2, 1, LEVEL(4, 2) },
		{ CPUID_TOPOLOGY_V2, 2, LEVEL(6, 5) },
	};

	fake_cpu(false, given, sizeof(given));
	check_place(0, 0, 0, 0, 0);
	check_place(0x5B, 1, 1, 5, 1); /* 01 01 101 1 */
	CHECK_EQUAL(cpu_place(0x5B).module, -1); /* it has none */
	CHECK(!strcmp(cpu_place(0).type, "uniform"));
}

/* Meteor Lake: modules of 4 cores; the two dies hold 8 of them each. */
TEST(topology_modules_are_no_dies)
{
	static const struct fake_leaf given[] = {
		{ CPUID_TOPOLOGY_V2, 0, LEVEL(1, 1) },
		{ CPUID_TOPOLOGY_V2, 1, LEVEL(3, 2) },
		{ CPUID_TOPOLOGY_V2, 2, LEVEL(6, 3) },
		{ CPUID_TOPOLOGY_V2, 3, LEVEL(7, 5) },
	};

	fake_cpu(false, given, sizeof(given));
	check_place(0xEB, 1, 1, 0x15, 1); /* 1 1 101 01 1 */
	CHECK_EQUAL(cpu_place(0xEB).module, 5);
	fake_cpu(false, given, 3 * sizeof(given[0])); /* no level of dies */
	check_place(0x6B, 1, 0, 0x15, 1);
	CHECK_EQUAL(cpu_place(0x6B).module, 5);
}

TEST(topology_tiles_count_to_the_modules)
{
	static const struct fake_leaf given[] = {
		{ CPUID_TOPOLOGY_V2, 0, LEVEL(0, 1) },
		{ CPUID_TOPOLOGY_V2, 1, LEVEL(2, 2) },
		{ CPUID_TOPOLOGY_V2, 2, LEVEL(3, 3) },
		{ CPUID_TOPOLOGY_V2, 3, LEVEL(5, 4) },
	};

	fake_cpu(false, given, sizeof(given));
	check_place(0x3F, 1, 0, 0x1F, 0);
	CHECK_EQUAL(cpu_place(0x3F).module, 7);
}

TEST(topology_intel_hybrid_types)
{
	static struct fake_leaf given[] = {
		{ CPUID_STRUCTURED, 0, { .edx = CPUID_7_EDX_HYBRID } },
		{ CPUID_HYBRID, 0, { .eax = 0x20u << 24 } },
	};

	fake_cpu(false, given, sizeof(given));
	CHECK(!strcmp(cpu_place(0).type, "efficiency"));
	given[1].is.eax = 0x40u << 24;
	fake_cpu(false, given, sizeof(given));
	CHECK(!strcmp(cpu_place(0).type, "performance"));
}

TEST(topology_amd_hybrid_types)
{
	static struct fake_leaf given[] = {
		{ CPUID_AMD_TOPOLOGY_V2, 0, { .eax = 1u << 30 | 1,
					      .ebx = 2, .ecx = 1 << 8 } },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_TEXT(cpu_place(0).type, "performance");
	given[0].is.ebx = 1u << 28 | 2;
	fake_cpu(true, given, sizeof(given));
	CHECK_TEXT(cpu_place(0).type, "efficiency");
	given[0].is.ebx = 2u << 28 | 2;
	fake_cpu(true, given, sizeof(given));
	CHECK_TEXT(cpu_place(0).type, "unknown");
	given[0].is.eax = 1; /* all alike: the type means nothing */
	fake_cpu(true, given, sizeof(given));
	CHECK_TEXT(cpu_place(0).type, "uniform");
}

TEST(topology_old_leaf_has_no_die)
{
	static const struct fake_leaf given[] = {
		{ CPUID_TOPOLOGY, 0, LEVEL(0, 1) },
		{ CPUID_TOPOLOGY, 1, LEVEL(3, 2) },
	};

	fake_cpu(false, given, sizeof(given));
	check_place(0xD, 1, 0, 5, 0);
}

/* A level that is not told has no bits: threads, cores, dies in turn. */
TEST(topology_of_one_level_has_no_other)
{
	static const struct fake_leaf threads[] = {
		{ CPUID_TOPOLOGY, 0, LEVEL(0, 1) },
	}, cores[] = {
		{ CPUID_TOPOLOGY, 0, LEVEL(3, 2) },
	}, dies[] = {
		{ CPUID_TOPOLOGY_V2, 0, LEVEL(3, 5) },
	};

	fake_cpu(false, threads, sizeof(threads));
	check_place(0xD, 0xD, 0, 0, 0);
	fake_cpu(false, cores, sizeof(cores));
	check_place(0xD, 1, 0, 5, 0);
	fake_cpu(false, dies, sizeof(dies));
	check_place(0xD, 1, 5, 0, 0);
}

/* What no processor should tell, and a hypervisor might: nothing wraps. */
TEST(topology_core_level_below_the_threads)
{
	static const struct fake_leaf given[] = {
		{ CPUID_TOPOLOGY, 0, LEVEL(4, 1) },
		{ CPUID_TOPOLOGY, 1, LEVEL(3, 2) },
	};

	fake_cpu(false, given, sizeof(given));
	check_place(0x2D, 2, 0, 0, 0xD);
}

/* Zen 4: 2 threads, 8 cores a complex, a complex a die, 8 dies a package. */
TEST(topology_amd_extended_leaf)
{
	static const struct fake_leaf given[] = {
		{ CPUID_AMD_TOPOLOGY_V2, 0, LEVEL(1, 1) },
		{ CPUID_AMD_TOPOLOGY_V2, 1, LEVEL(4, 2) },
		{ CPUID_AMD_TOPOLOGY_V2, 2, LEVEL(4, 3) },
		{ CPUID_AMD_TOPOLOGY_V2, 3, LEVEL(7, 4) },
		{ CPUID_TOPOLOGY, 0, LEVEL(1, 1) }, /* says less: not asked */
		{ CPUID_TOPOLOGY, 1, LEVEL(7, 2) },
	};

	fake_cpu(true, given, sizeof(given));
	check_place(0x93, 1, 1, 1, 1);
	CHECK_EQUAL(cpu_place(0x93).module, -1);
}

TEST(topology_amd_nodes)
{
	static const struct fake_leaf given[] = {
		{ CPUID_EXTENDED, 0, { .eax = CPUID_AMD_TOPOLOGY } },
		{ CPUID_AMD_TOPOLOGY, 0,
		  { .eax = 0x1B, .ebx = 0x0105, .ecx = 0x0103 } },
		{ CPUID_ADDRESS_SIZES, 0, { .ecx = 4u << 12 } },
	};

	fake_cpu(true, given, sizeof(given));
	check_place(0x1B, 1, 1, 5, 1); /* node 3 of 2 a package: die 1 */
}

/* A leaf beyond the range reads as zeros, which is no core's number. Phenom
 * tells how many bits its cores take, K8 only how many there are, or one. */
TEST(topology_amd_without_the_node_leaf)
{
	static struct fake_leaf given[] = {
		{ CPUID_EXTENDED, 0, { .eax = CPUID_ADDRESS_SIZES } },
		{ CPUID_ADDRESS_SIZES, 0, { .eax = 0x3030,
					    .ecx = 2u << 12 | 2 } },
	};

	fake_cpu(true, given, sizeof(given));
	check_place(6, 1, 0, 2, 0);
	given[1].is.ecx = 1;
	fake_cpu(true, given, sizeof(given));
	check_place(6, 3, 0, 0, 0);
	check_place(7, 3, 0, 1, 0);
	given[1].is.ecx = 0;
	fake_cpu(true, given, sizeof(given));
	check_place(6, 6, 0, 0, 0);
	fake_cpu(true, given, sizeof(given[0]));
	check_place(6, -1, -1, -1, -1);
}

/* Core 2 Quad; a Pentium 4 of two threads; one core; leaf 4 that is not there.
 * Six IDs take three bits. */
TEST(topology_intel_by_leaves_1_and_4)
{
	static struct fake_leaf given[] = {
		{ CPUID_FEATURES, 0, { .ebx = 4u << 16,
				       .edx = CPUID_1_EDX_HTT } },
		{ CPUID_CACHES, 0, { .eax = 3u << 26 | 0x121 } },
	};

	fake_cpu(false, given, sizeof(given));
	check_place(6, 1, 0, 2, 0);
	given[0].is.ebx = 2u << 16;
	given[1].is.eax = 0x121;
	fake_cpu(false, given, sizeof(given));
	check_place(7, 3, 0, 0, 1);
	given[0].is.ebx = 6u << 16;
	given[1].is.eax = 2u << 26 | 0x121;
	fake_cpu(false, given, sizeof(given));
	check_place(0xD, 1, 0, 2, 1);
	given[0].is.edx = 0;
	given[1].is.eax = 0x121;
	fake_cpu(false, given, sizeof(given));
	check_place(6, 6, 0, 0, 0);
	fake_cpu(false, given, sizeof(given[0]));
	check_place(6, -1, -1, -1, -1);
}

TEST(topology_unknown_is_minus_one)
{
	static const struct fake_leaf none;

	fake_cpu(false, &none, sizeof(none));
	check_place(3, -1, -1, -1, -1);
}

TEST(topology_a_package_is_counted_by_leaf_0bh)
{
	static const struct fake_leaf given[] = { /* 3 cores of 2 threads */
		{ CPUID_TOPOLOGY, 0, { .eax = 1, .ebx = 2, .ecx = 1 << 8,
				       .edx = 0x1B } },
		{ CPUID_TOPOLOGY, 1, { .eax = 3, .ebx = 6, .ecx = 2 << 8 } },
	};
	static const uint32_t due[] = { 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D };
	uint32_t id[8];

	fake_cpu(false, given, sizeof(given));
	CHECK_EQUAL(cpu_apic_id(), 0x1B);
	CHECK_EQUAL(cpu_package_ids(0x1A, id, 8), 6);
	CHECK(!memcmp(id, due, sizeof(due)));
	CHECK_EQUAL(cpu_package_ids(0x1A, id, 4), 4);
}

/* The counts are 16 bits wide; what stands above them is reserved. */
TEST(topology_a_package_of_odd_counts_is_counted)
{
	static const struct fake_leaf given[] = { /* 3 cores of one thread */
		{ CPUID_TOPOLOGY, 0, { .eax = 0, .ebx = 0xABC0001,
				       .ecx = 1 << 8, .edx = 0x12 } },
		{ CPUID_TOPOLOGY, 1, { .eax = 4, .ebx = 0xABC0003,
				       .ecx = 2 << 8 } },
	};
	static const uint32_t due[] = { 0x10, 0x11, 0x12 };
	uint32_t id[8];

	fake_cpu(false, given, sizeof(given));
	CHECK_EQUAL(cpu_package_ids(0x12, id, 8), 3);
	CHECK(!memcmp(id, due, sizeof(due)));
}

TEST(topology_without_leaf_0bh_a_package_is_unknown)
{
	static const struct fake_leaf given[] = {
		{ CPUID_FEATURES, 0, { .ebx = 7u << 24 } },
	};
	uint32_t id[8];

	fake_cpu(false, given, sizeof(given));
	CHECK_EQUAL(cpu_apic_id(), 7);
	CHECK_EQUAL(cpu_package_ids(7, id, 8), 0);
}
