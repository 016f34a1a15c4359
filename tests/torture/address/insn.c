/* SPDX-License-Identifier: MIT */
/* The unit tests' objects ask a struct for CPUID: here it is the processor's. */
#include "kernel/x86/insn.h"

static struct cpuid ask(uint32_t leaf, uint32_t subleaf)
{
	return (cpuid)(leaf, subleaf);
}

struct fake_insn fake_insn = { .ask_cpu = ask };
