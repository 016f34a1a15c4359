/* SPDX-License-Identifier: MIT */
/* A processor whose CPUID leaves the test gives: kernel/x86/cpu.c and boost.c read
 * these. */
#ifndef TESTS_UNIT_FAKE_CPU_H
#define TESTS_UNIT_FAKE_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/x86/cpu.h"

struct fake_leaf {
	uint32_t leaf, subleaf;
	struct cpuid is;
};

/* The processor from now on; `bytes` of leaves, at most 8 of them. What is not
 * given reads as absent. */
void fake_cpu(bool amd, const struct fake_leaf *given, size_t bytes);

/* IA32_MISC_ENABLE; and the one register that is read besides. */
extern uint64_t fake_msr[2];

#endif
