/* SPDX-License-Identifier: MIT */
/* kernel/x86/{cpu,boost}.c on processors whose leaves we give them. */
#include <string.h>

#include "kernel/x86/boost.h"
#include "kernel/x86/regs.h"
#include "tests/unit/fake_cpu.h"
#include "tests/unit/test.h"

#define LEAF(leaf, ...) { leaf, 0, { __VA_ARGS__ } }
#define IN_ONE LEAF(CPUID_FEATURES, .ecx = CPUID_1_ECX_HYPERVISOR)
#define GIVE(amd, ...)                                                       \
	fake_cpu(amd, (struct fake_leaf[]){ __VA_ARGS__ },                   \
		 sizeof((struct fake_leaf[]){ __VA_ARGS__ }))

/* An Intel processor would answer with its last leaf's data. */
TEST(cpu_leaves_beyond_their_range_read_as_zeros)
{
	GIVE(false, LEAF(CPUID_TSC_CRYSTAL, .eax = 7),
	     { CPUID_BASIC, 0, { .eax = CPUID_TSC_CRYSTAL - 1 } });
	CHECK_EQUAL(cpu_leaf(CPUID_TSC_CRYSTAL, 0).eax, 0);
	GIVE(false, LEAF(CPUID_TSC_CRYSTAL, .eax = 7));
	CHECK_EQUAL(cpu_leaf(CPUID_TSC_CRYSTAL, 0).eax, 7);
	GIVE(false, LEAF(CPUID_HYPERVISOR_TIMING, .eax = 8));
	CHECK_EQUAL(cpu_leaf(CPUID_HYPERVISOR_TIMING, 0).eax, 0);
	GIVE(false, LEAF(CPUID_HYPERVISOR_TIMING, .eax = 8), IN_ONE);
	CHECK_EQUAL(cpu_leaf(CPUID_HYPERVISOR_TIMING, 0).eax, 8);
}

TEST(cpu_names_lose_what_pads_them)
{
	char brand[CPU_BRAND_SIZE], name[CPU_HYPERVISOR_SIZE];

	GIVE(true, { CPUID_BRAND, 0, { 'I' << 24 | 0x202020, 1, 2, 3 } },
	     { CPUID_BRAND + 1, 0, { 4, 5, 6, 7 } });
	cpu_brand(brand);
	CHECK_TEXT(brand, "I\1");
	cpu_hypervisor(name);
	CHECK_TEXT(name, "");
	/* Some give that leaf 0 as their last. */
	GIVE(false, IN_ONE, { CPUID_HYPERVISOR, 0,
			      { 1, 'K' << 24 | 'Q' << 16 | 'P' << 8 | 'O',
				0x4F4E4D4C, 0x53525150 } });
	cpu_hypervisor(name);
	CHECK_TEXT(name, "OPQKLMNOPQRS");
	CHECK(cpu_is("GenuineIntel") && !cpu_is("AuthenticAMD"));
	CHECK(!cpu_is("GenuineIntex") && !cpu_is("GenuXneIntel"));
}

TEST(cpu_addresses_have_36_bits_where_it_does_not_say)
{
	GIVE(false, IN_ONE);
	CHECK_EQUAL(cpu_address_bits(), 36);
	GIVE(false, LEAF(CPUID_ADDRESS_SIZES, .eax = 48 << 8 | 46));
	CHECK_EQUAL(cpu_address_bits(), 46);
}

/* Firmware sets the limit for old systems; a hypervisor's processor is left. */
TEST(cpu_limit_is_lifted)
{
	uint32_t last;

	for (unsigned i = 0; i < 3; i++) {
		fake_msr[0] = 5 | IA32_MISC_ENABLE_LIMIT_CPUID;
		GIVE(i == 1, LEAF(CPUID_FEATURES, .ecx = i == 2 ?
				  CPUID_1_ECX_HYPERVISOR : 0));
		cpu_unlimit();
		CHECK_EQUAL(fake_msr[0], i ? 5 | IA32_MISC_ENABLE_LIMIT_CPUID
					   : 5);
	}
	GIVE(false, LEAF(CPUID_FEATURES, .ecx = CPUID_1_ECX_XSAVE));
	CHECK(cpu_limited(&last) && last == CPUID_FEATURES);
	GIVE(false, LEAF(CPUID_FEATURES, .ecx = CPUID_1_ECX_XSAVE),
	     LEAF(CPUID_XSTATE, .eax = 1));
	CHECK(!cpu_limited(&last) && last == CPUID_XSTATE);
	GIVE(false, LEAF(CPUID_FEATURES, .eax = 1));
	CHECK(!cpu_limited(&last));
}

/* By its leaf and its register; -1 where it is unknown. */
static const struct {
	const char *what;
	bool amd;
	struct fake_leaf leaf[2];
	uint64_t enable, other;
	int turbo, hwp;
} processors[] = {
	{ "Intel's with both", false, { LEAF(CPUID_POWER,
	  .eax = CPUID_6_EAX_TURBO | CPUID_6_EAX_HWP) }, 0, 1, 1, 1 },
	{ "both off", false, { LEAF(CPUID_POWER,
	  .eax = CPUID_6_EAX_TURBO | CPUID_6_EAX_HWP) },
	  IA32_MISC_ENABLE_TURBO_OFF, 0, 0, 0 },
	{ "none", false, { LEAF(CPUID_POWER, .ebx = 1) }, 0, 1, 0, 0 },
	{ "in a machine of a hypervisor's", false, { LEAF(CPUID_POWER,
	  .eax = CPUID_6_EAX_TURBO | CPUID_6_EAX_HWP), IN_ONE }, 0, 1, -1, -1 },
	{ "AMD's", true, { LEAF(CPUID_ADVANCED_POWER,
	  .edx = CPUID_87_EDX_CORE_BOOST) }, 0, 0, 1, -1 },
	{ "AMD's, off", true, { LEAF(CPUID_ADVANCED_POWER,
	  .edx = CPUID_87_EDX_CORE_BOOST) }, 0, AMD_HWCR_CPB_OFF, 0, -1 },
	{ "AMD's without", true, { LEAF(CPUID_ADVANCED_POWER, .eax = 1) },
	  0, 0, 0, -1 },
};

TEST(boost_of_processors)
{
	EACH_CASE(i, processors) {
		fake_cpu(processors[i].amd, processors[i].leaf,
			 sizeof(processors[i].leaf));
		fake_msr[0] = processors[i].enable;
		fake_msr[1] = processors[i].other;
		CHECK_EQUAL(boost_turbo(), processors[i].turbo);
		CHECK_EQUAL(boost_hwp(), processors[i].hwp);
	}
}
