/* SPDX-License-Identifier: MIT */
/* kernel/x86/caches.c on processors whose leaves we give it. */
#include "kernel/x86/caches.h"

#include <inttypes.h>
#include <stdio.h>

#include "kernel/x86/cpu.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

/* A sub-leaf: type, level, IDs that share it; then line, ways and sets. */
#define CACHE(type, level, ids, line, ways, sets) {                          \
	.eax = ((ids) - 1) << 14 | (level) << 5 | (type),                    \
	.ebx = ((ways) - 1u) << 22 | ((line) - 1), .ecx = (sets) - 1 }
#define SMALL { CPUID_CACHES, 0, CACHE(1, 1, 1, 32, 1, 1) }
#define AMDS { CPUID_AMD_CACHES, 0, CACHE(1, 1, 2, 64, 8, 64) }
#define HAS_AMDS { CPUID_EXTENDED_FEATURES, 0, { .ecx = CPUID_81_ECX_TOPOLOGY } }
#define LEVEL_1(data, code)                                                  \
	{ CPUID_AMD_CACHES_L1, 0, { .ecx = data, .edx = code } }
#define LEVELS_2_3(two, three)                                               \
	{ CPUID_AMD_CACHES_L2, 0, { .ecx = two, .edx = three } }
#define APIC_IDS(of_cores) { CPUID_ADDRESS_SIZES, 0, { .ecx = of_cores } }

/* Of each cache: level and kind, bytes, line, ways, bits of IDs that share it. */
static const struct {
	const char *what;
	bool amd;
	struct fake_leaf leaf[4];
	const char *are;
} processors[] = {
	{ "Skylake, i7-6700", false,
	  { { CPUID_CACHES, 0, CACHE(1, 1, 2, 64, 8, 64) },
	    { CPUID_CACHES, 1, CACHE(2, 1, 2, 64, 8, 64) },
	    { CPUID_CACHES, 2, CACHE(3, 2, 2, 64, 4, 1024) },
	    { CPUID_CACHES, 3, CACHE(3, 3, 16, 64, 16, 8192) } },
	  "1d 32768 64 8 1, 1c 32768 64 8 1, 2u 262144 64 4 1, "
	  "3u 8388608 64 16 4" },
	{ "AMD's own leaf tells of all", true,
	  { HAS_AMDS, AMDS,
	    { CPUID_AMD_CACHES, 1, CACHE(3, 3, 12, 64, 16, 32768) }, SMALL },
	  "1d 32768 64 8 1, 3u 33554432 64 16 4" },
	{ "without its feature bit it is reserved", true, { AMDS, SMALL },
	  "1d 32 32 1 0" },
	{ "some hypervisors set the bit and leave it empty", true,
	  { HAS_AMDS, SMALL }, "1d 32 32 1 0" },
	{ "partitions of a line count", false,
	  { { CPUID_CACHES, 0, { .eax = 3 << 5 | 3 | 0xFFFu << 14,
				 .ebx = 0x7FFFFFFF, .ecx = 0xFFFFFFFF } } },
	  "3u 9223372036854775808 4096 512 12" },
	/* Neither leaf. A way's code is no number of ways; level 3 is counted
	 * in 512 KiB. */
	{ "Phenom II X6", true,
	  { LEVEL_1(64 << 24 | 2 << 16 | 1 << 8 | 64,
		    32 << 24 | 4 << 16 | 1 << 8 | 64),
	    LEVELS_2_3(512 << 16 | 8 << 12 | 64, 12 << 18 | 0xB << 12 | 64),
	    APIC_IDS(3 << 12 | 5) },
	  "1d 65536 64 2 0, 1c 32768 64 4 0, 2u 524288 64 16 0, "
	  "3u 6291456 64 48 3" },
	{ "shared by the cores there are, without a field's size", true,
	  { LEVEL_1(64 << 24 | 0xFF << 16 | 64, 0),
	    LEVELS_2_3(0, 4 << 18 | 0xF << 12 | 64), APIC_IDS(2) },
	  "1d 65536 64 1024 0, 3u 2097152 64 32768 2" },
	{ "off (code 0), told elsewhere (9), without a line", true,
	  { LEVEL_1(64 << 24 | 2 << 16 | 64, 64 << 24 | 2 << 16),
	    LEVELS_2_3(512 << 16 | 64, 12 << 18 | 9 << 12 | 64) },
	  "1d 65536 64 2 0" },
	{ "Intel's second leaf tells of one, the first is reserved", false,
	  { LEVELS_2_3(256 << 16 | 6 << 12 | 64, 0) }, "" },
	{ "none is told", false, { { 0 } }, "" },
};

static const char *caches(unsigned most)
{
	static char text[256];
	struct cpu_cache cache[4];
	unsigned count = cpu_caches(cache, most);
	int at = 0;

	text[0] = 0;
	for (unsigned i = 0; i < count; i++)
		at += snprintf(text + at, sizeof(text) - (size_t)at,
			       "%s%u%c %" PRIu64 " %u %u %u", i ? ", " : "",
			       cache[i].facts.level,
			       cache[i].facts.kind == MACHINE_CACHE_DATA ? 'd' :
			       cache[i].facts.kind == MACHINE_CACHE_CODE ? 'c' :
			       'u', cache[i].facts.bytes, cache[i].facts.line,
			       cache[i].facts.ways, cache[i].id_bits);
	return text;
}

TEST(caches_of_processors)
{
	EACH_CASE(i, processors) {
		fake_cpu(processors[i].amd, processors[i].leaf,
			 sizeof(processors[i].leaf));
		CHECK_TEXT(caches(4), processors[i].are);
	}
}

TEST(caches_beyond_what_is_asked_for_are_left_out)
{
	for (unsigned i = 0; i < 6; i += 5) {
		fake_cpu(processors[i].amd, processors[i].leaf,
			 sizeof(processors[i].leaf));
		CHECK_EQUAL(cpu_caches((struct cpu_cache[4]){ 0 }, i ? 2 : 3),
			    i ? 2 : 3);
	}
}
