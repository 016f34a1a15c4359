/* SPDX-License-Identifier: MIT */
/*
 * AMD's leaf 8000_001Dh where there is one (APM 3, app. E), else leaf 4 (SDM
 * 2A, CPUID): a sub-leaf a cache, of one form.
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

unsigned cpu_caches(struct cpu_cache *cache, unsigned most)
{
	unsigned count = 0;

	if (cpu_leaf(CPUID_EXTENDED_FEATURES, 0).ecx & CPUID_81_ECX_TOPOLOGY)
		count = read_leaf(CPUID_AMD_CACHES, cache, most);
	return count ? count : read_leaf(CPUID_CACHES, cache, most);
}
