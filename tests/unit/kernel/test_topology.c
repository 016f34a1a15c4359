/* SPDX-License-Identifier: MIT */
/* kernel/x86/topology.c on processors whose leaves we give it. */
#include <stdio.h>
#include <string.h>

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

/* A level of such a leaf: bits below the next one, and what it is of. */
#define LEVEL(leaf, n, shift, type)                                          \
	{ leaf, n, { .eax = shift, .ebx = 1, .ecx = (type) << 8 } }
#define NEW(n, shift, type) LEVEL(CPUID_TOPOLOGY_V2, n, shift, type)
#define OLD(n, shift, type) LEVEL(CPUID_TOPOLOGY, n, shift, type)
#define AMD(n, shift, type) LEVEL(CPUID_AMD_TOPOLOGY_V2, n, shift, type)

#define EXTENDED_TO(last) { CPUID_EXTENDED, 0, { .eax = last } }
#define SIZES(of_cores) { CPUID_ADDRESS_SIZES, 0,                            \
	{ .eax = 0x3030, .ecx = of_cores } }
#define HYBRID { CPUID_STRUCTURED, 0, { .edx = CPUID_7_EDX_HYBRID } }
#define KIND(type) { CPUID_HYBRID, 0, { .eax = (type) << 24 } }
#define MIXED(mixed, type) { CPUID_AMD_TOPOLOGY_V2, 0,                       \
	{ .eax = (mixed) << 30 | 1, .ebx = (type) << 28 | 2, .ecx = 1 << 8 } }
#define IDS(ids) { CPUID_FEATURES, 0,                                        \
	{ .ebx = (ids) << 16, .edx = CPUID_1_EDX_HTT } }
#define CORES(cores) { CPUID_CACHES, 0, { .eax = ((cores) - 1) << 26 | 0x121 } }

/* The place: package, die, module, core, thread; what kind of core it is. */
static const struct {
	const char *what;
	bool amd;
	struct fake_leaf leaf[6];
	uint32_t id;
	const char *is;
} processors[] = {
	{ "Intel's threads, cores, dies", false,
	  { NEW(0, 1, 1), NEW(1, 4, 2), NEW(2, 6, 5) },
	  0, "0 0 -1 0 0 uniform" },
	{ "by an ID of 01 01 101 1", false,
	  { NEW(0, 1, 1), NEW(1, 4, 2), NEW(2, 6, 5) },
	  0x5B, "1 1 -1 5 1 uniform" },
	{ "Meteor Lake: two modules of 4 cores a die, 1 1 101 01 1", false,
	  { NEW(0, 1, 1), NEW(1, 3, 2), NEW(2, 6, 3), NEW(3, 7, 5) },
	  0xEB, "1 1 5 21 1 uniform" },
	{ "without a level of dies", false,
	  { NEW(0, 1, 1), NEW(1, 3, 2), NEW(2, 6, 3) },
	  0x6B, "1 0 5 21 1 uniform" },
	{ "tiles count to the modules", false,
	  { NEW(0, 0, 1), NEW(1, 2, 2), NEW(2, 3, 3), NEW(3, 5, 4) },
	  0x3F, "1 0 7 31 0 uniform" },
	{ "a core of few watts", false, { HYBRID, KIND(0x20u) },
	  0, "-1 -1 -1 -1 -1 efficiency" },
	{ "a fast core", false, { HYBRID, KIND(0x40u) },
	  0, "-1 -1 -1 -1 -1 performance" },
	{ "a core of another kind", false, { HYBRID, KIND(0x30u) },
	  0, "-1 -1 -1 -1 -1 unknown" },
	{ "AMD's fast core", true, { MIXED(1u, 0u) },
	  2, "1 0 -1 0 0 performance" },
	{ "AMD's core of few watts", true, { MIXED(1u, 1u) },
	  2, "1 0 -1 0 0 efficiency" },
	{ "AMD's core of another kind", true, { MIXED(1u, 2u) },
	  2, "1 0 -1 0 0 unknown" },
	{ "all alike: the type means nothing", true, { MIXED(0u, 2u) },
	  2, "1 0 -1 0 0 uniform" },
	{ "the old leaf has no die", false, { OLD(0, 0, 1), OLD(1, 3, 2) },
	  0xD, "1 0 -1 5 0 uniform" },
	{ "no level but threads", false, { OLD(0, 0, 1) },
	  0xD, "13 0 -1 0 0 uniform" },
	{ "no level but cores", false, { OLD(0, 3, 2) },
	  0xD, "1 0 -1 5 0 uniform" },
	{ "no level but dies", false, { NEW(0, 3, 5) },
	  0xD, "1 5 -1 0 0 uniform" },
	{ "cores below the threads: no bits wrap", false,
	  { OLD(0, 4, 1), OLD(1, 3, 2) }, 0x2D, "2 0 -1 0 13 uniform" },
	/* 2 threads, 8 cores a complex, a complex a die, 8 dies. The old leaf
	 * says less: it is not asked. */
	{ "Zen 4", true,
	  { AMD(0, 1, 1), AMD(1, 4, 2), AMD(2, 4, 3), AMD(3, 7, 4),
	    OLD(0, 1, 1), OLD(1, 7, 2) }, 0x93, "1 1 -1 1 1 uniform" },
	{ "AMD's nodes: the third of 2 a package", true,
	  { EXTENDED_TO(CPUID_AMD_TOPOLOGY), SIZES(4 << 12),
	    { CPUID_AMD_TOPOLOGY, 0,
	      { .eax = 0x1B, .ebx = 0x0105, .ecx = 0x0103 } } },
	  0x1B, "1 1 -1 5 1 uniform" },
	/* A leaf beyond the range reads as zeros, which is no core's number. */
	{ "Phenom: bits of its cores", true,
	  { EXTENDED_TO(CPUID_ADDRESS_SIZES), SIZES(2 << 12 | 2) },
	  6, "1 0 -1 2 0 uniform" },
	{ "K8: how many cores", true,
	  { EXTENDED_TO(CPUID_ADDRESS_SIZES), SIZES(1) },
	  6, "3 0 -1 0 0 uniform" },
	{ "its other core", true,
	  { EXTENDED_TO(CPUID_ADDRESS_SIZES), SIZES(1) },
	  7, "3 0 -1 1 0 uniform" },
	{ "K8 of one core", true,
	  { EXTENDED_TO(CPUID_ADDRESS_SIZES), SIZES(0) },
	  6, "6 0 -1 0 0 uniform" },
	{ "AMD's without sizes", true, { EXTENDED_TO(CPUID_ADDRESS_SIZES) },
	  6, "-1 -1 -1 -1 -1 uniform" },
	{ "Core 2 Quad", false, { IDS(4u), CORES(4u) },
	  6, "1 0 -1 2 0 uniform" },
	{ "Pentium 4 of two threads", false, { IDS(2u), CORES(1u) },
	  7, "3 0 -1 0 1 uniform" },
	{ "six IDs take three bits", false, { IDS(6u), CORES(3u) },
	  0xD, "1 0 -1 2 1 uniform" },
	{ "one core", false, { { CPUID_FEATURES, 0, { .ebx = 6u << 16 } },
			       CORES(1u) }, 6, "6 0 -1 0 0 uniform" },
	{ "Intel's without leaf 4", false, { IDS(6u) },
	  6, "-1 -1 -1 -1 -1 uniform" },
	{ "no leaf at all", false, { { 0 } }, 3, "-1 -1 -1 -1 -1 uniform" },
};

TEST(topology_of_processors)
{
	char text[64];

	EACH_CASE(i, processors) {
		fake_cpu(processors[i].amd, processors[i].leaf,
			 sizeof(processors[i].leaf));
		struct cpu_place p = cpu_place(processors[i].id);
		snprintf(text, sizeof(text), "%d %d %d %d %d %s", p.package,
			 p.die, p.module, p.core_id, p.thread, p.type);
		CHECK_TEXT(text, processors[i].is);
	}
}

/* The counts are 16 bits wide; what stands above them is reserved. */
static const struct {
	struct cpuid smt, cores;
	uint32_t id, due[8];
	unsigned most, ids;
} packages[] = {
	{ { .eax = 1, .ebx = 2, .ecx = 1 << 8, .edx = 0x1B }, /* 3 of 2 */
	  { .eax = 3, .ebx = 6, .ecx = 2 << 8 }, 0x1B,
	  { 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D }, 8, 6 },
	{ { .eax = 1, .ebx = 2, .ecx = 1 << 8, .edx = 0x1B },
	  { .eax = 3, .ebx = 6, .ecx = 2 << 8 }, 0x1B,
	  { 0x18, 0x19, 0x1A, 0x1B }, 4, 4 },
	{ { .ebx = 0xABC0001, .ecx = 1 << 8, .edx = 0x12 }, /* 3 of 1 */
	  { .eax = 4, .ebx = 0xABC0003, .ecx = 2 << 8 }, 0x12,
	  { 0x10, 0x11, 0x12 }, 8, 3 },
	{ { 0 }, { 0 }, 7, { 0 }, 8, 0 }, /* unknown, by leaf 1 */
};

TEST(topology_counts_the_ids_of_a_package)
{
	for (unsigned i = 0; i < 4; i++) {
		struct fake_leaf given[] = {
			{ CPUID_TOPOLOGY, 0, packages[i].smt },
			{ CPUID_TOPOLOGY, 1, packages[i].cores },
			{ CPUID_FEATURES, 0, { .ebx = 7u << 24 } },
		};
		uint32_t id[8] = { 0 };

		fake_cpu(false, given, sizeof(given));
		CHECK_EQUAL(cpu_apic_id(), packages[i].id);
		CHECK_EQUAL(cpu_package_ids(packages[i].id, id,
					    packages[i].most),
			    packages[i].ids);
		CHECK(!memcmp(id, packages[i].due, sizeof(id)));
	}
}
