/* SPDX-License-Identifier: MIT */
/*
 * AMD's leaf 8000_001Dh where there is one (APM 3, app. E), else leaf 4 (SDM
 * 2A, CPUID): a sub-leaf a cache, of one form. AMD's processors before 2011
 * have neither: leaves 8000_0005h and 6h, a register a cache.
 */
#include "kernel/x86/caches.h"

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"

/* Number of bits that so many IDs, from 0 on, need. */
static unsigned bits_of(unsigned ids)
{
	unsigned bits = 0;

	while (bits < 31 && 1u << bits < ids)
		bits++;
	return bits;
}

static enum machine_cache_kind kind_of(unsigned type)
{
	return type == CPUID_4_TYPE_DATA ? MACHINE_CACHE_DATA :
	       type == CPUID_4_TYPE_CODE ? MACHINE_CACHE_CODE :
					   MACHINE_CACHE_UNIFIED;
}

/* Counts are given less one. */
static struct cpu_cache cache_of(struct cpuid r)
{
	unsigned line = (r.ebx & 0xFFF) + 1, parts = (r.ebx >> 12 & 0x3FF) + 1;
	unsigned ways = (r.ebx >> 22) + 1;

	return (struct cpu_cache){
		.facts = {
			.level = r.eax >> 5 & 7,
			.kind = kind_of(r.eax & CPUID_4_EAX_TYPE),
			.bytes = ((uint64_t)r.ecx + 1) * line * parts * ways,
			.line = line, .ways = ways,
		},
		.id_bits = bits_of((r.eax >> 14 & 0xFFF) + 1),
	};
}

static unsigned read_leaf(uint32_t leaf, struct cpu_cache *cache, unsigned most)
{
	unsigned count = 0;

	for (; count < most; count++) {
		struct cpuid r = cpu_leaf(leaf, count);

		if (!(r.eax & CPUID_4_EAX_TYPE))
			break;
		cache[count] = cache_of(r);
	}
	return count;
}

/* ---- leaves 8000_0005h and 8000_0006h ----------------------------------- */

/* As many ways as there are lines. */
#define FULLY_ASSOCIATIVE UINT32_MAX

/* By the code of leaf 8000_0006h; 0: off, reserved, or told elsewhere. */
static unsigned ways_of_code(unsigned code)
{
	static const unsigned ways[16] = {
		0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128,
		FULLY_ASSOCIATIVE,
	};

	return ways[code & 0xF];
}

/* The cores of a package, which share its last cache: their bits of the ID. */
static unsigned package_bits(void)
{
	uint32_t ecx = cpu_leaf(CPUID_ADDRESS_SIZES, 0).ecx;
	unsigned bits = ecx >> CPUID_88_ECX_APIC_ID_SIZE_SHIFT & 0xF;

	return bits ? bits : bits_of((ecx & CPUID_88_ECX_CORES) + 1);
}

static struct cpu_cache plain(unsigned level, enum machine_cache_kind kind,
			      uint64_t bytes, unsigned line, unsigned ways)
{
	return (struct cpu_cache){
		.facts = {
			.level = level, .kind = kind, .bytes = bytes,
			.line = line,
			.ways = ways == FULLY_ASSOCIATIVE && line ?
				(unsigned)(bytes / line) : ways,
		},
	};
}

static struct cpu_cache first_level(uint32_t r, enum machine_cache_kind kind)
{
	unsigned ways = r >> 16 & 0xFF;

	return plain(1, kind, (uint64_t)(r >> 24) << 10, r & 0xFF,
		     ways == 0xFF ? FULLY_ASSOCIATIVE : ways);
}

static unsigned read_older(struct cpu_cache *cache, unsigned most)
{
	struct cpuid one = cpu_leaf(CPUID_AMD_CACHES_L1, 0);
	struct cpuid two = cpu_leaf(CPUID_AMD_CACHES_L2, 0);
	struct cpu_cache found[] = {
		first_level(one.ecx, MACHINE_CACHE_DATA),
		first_level(one.edx, MACHINE_CACHE_CODE),
		plain(2, MACHINE_CACHE_UNIFIED, (uint64_t)(two.ecx >> 16) << 10,
		      two.ecx & 0xFF, ways_of_code(two.ecx >> 12)),
		plain(3, MACHINE_CACHE_UNIFIED, (uint64_t)(two.edx >> 18) << 19,
		      two.edx & 0xFF, ways_of_code(two.edx >> 12)),
	};
	unsigned count = 0;

	/* Intel's have the second leaf alone, for one cache of theirs. */
	if (!found[0].facts.bytes)
		return 0;
	found[3].id_bits = package_bits();
	for (unsigned i = 0; i < sizeof(found) / sizeof(found[0]); i++)
		if (count < most && found[i].facts.bytes &&
		    found[i].facts.line && found[i].facts.ways)
			cache[count++] = found[i];
	return count;
}

unsigned cpu_caches(struct cpu_cache *cache, unsigned most)
{
	unsigned count = 0;

	if (cpu_leaf(CPUID_EXTENDED_FEATURES, 0).ecx & CPUID_81_ECX_TOPOLOGY)
		count = read_leaf(CPUID_AMD_CACHES, cache, most);
	if (!count)
		count = read_leaf(CPUID_CACHES, cache, most);
	return count ? count : read_older(cache, most);
}
