/* SPDX-License-Identifier: MIT */
/* kernel/x86/insn.h, whose CPUID tells of a counted processor. */
#ifndef TESTS_MACHINE_KERNEL_X86_INSN_H
#define TESTS_MACHINE_KERNEL_X86_INSN_H

/* The function alone, not the struct. */
#define cpuid(leaf, subleaf) cpuid_here(leaf, subleaf)
#include_next "kernel/x86/insn.h"
#undef cpuid

struct cpuid cpuid(uint32_t leaf, uint32_t subleaf);

#endif
