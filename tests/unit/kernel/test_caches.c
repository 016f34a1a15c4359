/* SPDX-License-Identifier: MIT */
/* kernel/x86/caches.c on processors whose leaves we give it. */
#include "kernel/x86/caches.h"

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

/* A sub-leaf: type, level, IDs that share it; then line, ways and sets. */
#define CACHE(type, level, ids, line, ways, sets) {                          \
	.eax = ((ids) - 1) << 14 | (level) << 5 | (type),                    \
	.ebx = ((ways) - 1u) << 22 | ((line) - 1), .ecx = (sets) - 1 }

static struct cpu_cache cache[4];

static void check(unsigned i, unsigned level, enum machine_cache_kind kind,
		  uint64_t bytes, unsigned line, unsigned ways,
		  unsigned id_bits)
{
	CHECK_EQUAL(cache[i].facts.level, level);
	CHECK_EQUAL(cache[i].facts.kind, kind);
	CHECK_EQUAL(cache[i].facts.bytes, bytes);
	CHECK_EQUAL(cache[i].facts.line, line);
	CHECK_EQUAL(cache[i].facts.ways, ways);
	CHECK_EQUAL(cache[i].id_bits, id_bits);
}

TEST(caches_of_intel)
{
	static const struct fake_leaf given[] = { /* Skylake, i7-6700 */
		{ CPUID_CACHES, 0, CACHE(1, 1, 2, 64, 8, 64) },
		{ CPUID_CACHES, 1, CACHE(2, 1, 2, 64, 8, 64) },
		{ CPUID_CACHES, 2, CACHE(3, 2, 2, 64, 4, 1024) },
		{ CPUID_CACHES, 3, CACHE(3, 3, 16, 64, 16, 8192) },
	};

	fake_cpu(false, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 4);
	check(0, 1, MACHINE_CACHE_DATA, 32 << 10, 64, 8, 1);
	check(1, 1, MACHINE_CACHE_CODE, 32 << 10, 64, 8, 1);
	check(2, 2, MACHINE_CACHE_UNIFIED, 256 << 10, 64, 4, 1);
	check(3, 3, MACHINE_CACHE_UNIFIED, 8 << 20, 64, 16, 4);
	CHECK_EQUAL(cpu_caches(cache, 3), 3);
}

/* AMD's own leaf tells of all; what leaf 4 holds there is not asked. */
TEST(caches_of_amd)
{
	static const struct fake_leaf given[] = {
		{ CPUID_EXTENDED_FEATURES, 0, { .ecx = CPUID_81_ECX_TOPOLOGY } },
		{ CPUID_AMD_CACHES, 0, CACHE(1, 1, 2, 64, 8, 64) },
		{ CPUID_AMD_CACHES, 1, CACHE(3, 3, 12, 64, 16, 32768) },
		{ CPUID_CACHES, 0, CACHE(1, 1, 1, 32, 1, 1) },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 2);
	check(1, 3, MACHINE_CACHE_UNIFIED, 32 << 20, 64, 16, 4);
}

/* Without the feature bit AMD's leaf is reserved. */
TEST(caches_amds_leaf_needs_its_feature_bit)
{
	static const struct fake_leaf given[] = {
		{ CPUID_AMD_CACHES, 0, CACHE(1, 1, 2, 64, 8, 64) },
		{ CPUID_CACHES, 0, CACHE(1, 1, 1, 32, 1, 1) },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 1);
	check(0, 1, MACHINE_CACHE_DATA, 32, 32, 1, 0);
}

/* Some hypervisors set the bit and leave the leaf empty. */
TEST(caches_of_an_empty_leaf_are_those_of_the_other)
{
	static const struct fake_leaf given[] = {
		{ CPUID_EXTENDED_FEATURES, 0, { .ecx = CPUID_81_ECX_TOPOLOGY } },
		{ CPUID_CACHES, 0, CACHE(1, 1, 1, 64, 8, 64) },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 1);
}

TEST(caches_line_partitions_count)
{
	static const struct fake_leaf given[] = {
		{ CPUID_CACHES, 0, { .eax = 3 << 5 | 3 | 0xFFFu << 14,
				     .ebx = 0xFFFFFFFF, .ecx = 0xFFFFFFFF } },
	};

	fake_cpu(false, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 1);
	check(0, 3, MACHINE_CACHE_UNIFIED, 1ull << 32 << 12 << 10 << 10, 4096,
	      1024, 12);
}

/* Phenom II X6: neither of the other leaves. A way's code is no number of
 * ways; level 3 is counted in 512 KiB. */
TEST(caches_of_amds_older_leaves)
{
	static const struct fake_leaf given[] = {
		{ CPUID_AMD_CACHES_L1, 0, { .ecx = 64 << 24 | 2 << 16 | 1 << 8 | 64,
					    .edx = 32 << 24 | 4 << 16 | 1 << 8 |
						   64 } },
		{ CPUID_AMD_CACHES_L2, 0, { .ecx = 512 << 16 | 8 << 12 | 64,
					    .edx = 12 << 18 | 0xB << 12 |
						   64 } },
		{ CPUID_ADDRESS_SIZES, 0, { .ecx = 3 << 12 | 5 } },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 4);
	check(0, 1, MACHINE_CACHE_DATA, 64 << 10, 64, 2, 0);
	check(1, 1, MACHINE_CACHE_CODE, 32 << 10, 64, 4, 0);
	check(2, 2, MACHINE_CACHE_UNIFIED, 512 << 10, 64, 16, 0);
	check(3, 3, MACHINE_CACHE_UNIFIED, 6 << 20, 64, 48, 3);
	CHECK_EQUAL(cpu_caches(cache, 2), 2);
}

/* Without a size of the ID's field the number of cores has to do. */
TEST(caches_of_older_leaves_are_shared_by_the_cores_there_are)
{
	static const struct fake_leaf given[] = {
		{ CPUID_AMD_CACHES_L1, 0, { .ecx = 64 << 24 | 0xFF << 16 | 64 } },
		{ CPUID_AMD_CACHES_L2, 0, { .edx = 4 << 18 | 0xF << 12 | 64 } },
		{ CPUID_ADDRESS_SIZES, 0, { .ecx = 2 } },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 2);
	check(0, 1, MACHINE_CACHE_DATA, 64 << 10, 64, 1024, 0);
	check(1, 3, MACHINE_CACHE_UNIFIED, 2 << 20, 64, 32768, 2);
}

/* Off (code 0), told elsewhere (code 9), without a line. */
TEST(caches_of_older_leaves_that_say_nothing_are_left_out)
{
	static const struct fake_leaf given[] = {
		{ CPUID_AMD_CACHES_L1, 0, { .ecx = 64 << 24 | 2 << 16 | 64,
					    .edx = 64 << 24 | 2 << 16 } },
		{ CPUID_AMD_CACHES_L2, 0, { .ecx = 512 << 16 | 64,
					    .edx = 12 << 18 | 9 << 12 | 64 } },
	};

	fake_cpu(true, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 1);
}

/* Intel's second leaf tells of one cache, and the first one is reserved. */
TEST(caches_of_the_second_older_leaf_alone_are_not_all)
{
	static const struct fake_leaf given[] = {
		{ CPUID_AMD_CACHES_L2, 0, { .ecx = 256 << 16 | 6 << 12 | 64 } },
	};

	fake_cpu(false, given, sizeof(given));
	CHECK_EQUAL(cpu_caches(cache, 4), 0);
}

TEST(caches_that_are_not_told_are_none)
{
	static const struct fake_leaf none;

	fake_cpu(false, &none, sizeof(none));
	CHECK_EQUAL(cpu_caches(cache, 4), 0);
}
