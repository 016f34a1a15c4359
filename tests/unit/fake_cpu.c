/* SPDX-License-Identifier: MIT */
#include "tests/unit/fake_cpu.h"

#include <string.h>

#define LEAVES 8

static struct fake_leaf leaves[LEAVES];
static bool is_amd;

struct cpuid cpu_leaf(uint32_t leaf, uint32_t subleaf)
{
	for (unsigned i = 0; i < LEAVES; i++)
		if (leaves[i].leaf == leaf && leaves[i].subleaf == subleaf)
			return leaves[i].is;
	return (struct cpuid){ 0 };
}

bool cpu_is(const char vendor[12])
{
	return is_amd && !memcmp(vendor, "AuthenticAMD", 12);
}

void fake_cpu(bool amd, const struct fake_leaf *given, size_t bytes)
{
	is_amd = amd;
	memset(leaves, 0, sizeof(leaves));
	memcpy(leaves, given, bytes);
}
