/* SPDX-License-Identifier: MIT */
#include "tests/unit/fake_cpu.h"

#include <string.h>

#include "kernel/x86/regs.h"

#define LEAVES 8
#define RANGE 0xF0000000u

static struct fake_leaf leaves[LEAVES];
static bool is_amd;
uint64_t fake_msr[2];

static const struct fake_leaf *given(uint32_t leaf, uint32_t subleaf)
{
	for (unsigned i = 0; i < LEAVES; i++)
		if (leaves[i].leaf == leaf && leaves[i].subleaf == subleaf)
			return &leaves[i];
	return NULL;
}

/* The first one of a range: the last that is given, unless it is told. */
static struct cpuid first_of_range(uint32_t range)
{
	const char *vendor = is_amd ? "AuthenticAMD" : "GenuineIntel";
	struct cpuid is = { .eax = range };

	for (unsigned i = 0; i < LEAVES; i++)
		if ((leaves[i].leaf & RANGE) == range &&
		    leaves[i].leaf > is.eax)
			is.eax = leaves[i].leaf;
	memcpy(&is.ebx, vendor, 4);
	memcpy(&is.edx, vendor + 4, 4);
	memcpy(&is.ecx, vendor + 8, 4);
	return is;
}

static struct cpuid fake_cpuid(uint32_t leaf, uint32_t subleaf)
{
	const struct fake_leaf *found = given(leaf, subleaf);

	if (leaf & ~RANGE ? found != NULL : found && found->is.eax)
		return found->is;
	return leaf & ~RANGE ? (struct cpuid){ 0 } : first_of_range(leaf);
}

/* Of those that tell what a processor's clock may do. */
static uint64_t *fake_register(uint32_t msr)
{
	return &fake_msr[msr != MSR_IA32_MISC_ENABLE];
}

static uint64_t read_register(uint32_t msr)
{
	return *fake_register(msr);
}

static void write_register(uint32_t msr, uint64_t value)
{
	*fake_register(msr) = value;
}

struct fake_insn fake_insn = { .ask_cpu = fake_cpuid,
			       .read_msr = read_register,
			       .write_msr = write_register };

void fake_cpu(bool amd, const struct fake_leaf *given_leaves, size_t bytes)
{
	is_amd = amd;
	memset(leaves, 0, sizeof(leaves));
	memcpy(leaves, given_leaves, bytes);
}
