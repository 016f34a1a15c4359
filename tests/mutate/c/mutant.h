/* SPDX-License-Identifier: MIT */
/*
 * Included before each file with planted faults: which of them is chosen.
 * QC_MUTANT in the environment is its number; without it none is.
 * QC_REACHED is a file which gets a 1 at each number that is asked for: the
 * faults that a test can see. In the Linux program time can be counted.
 */
#ifndef TESTS_MUTATE_C_MUTANT_H
#define TESTS_MUTATE_C_MUTANT_H

#ifdef QC_COUNTS
#include "tests/mutate/c/counted.h"
#else
#define qc_cores 0u
#define qc_core() 0u
#define qc_clock() 0u
#define qc_look() (void)0
#define qc_spend(ticks) (void)0
#define qc_step(on) (void)0
#define qc_cpuid(leaf, subleaf, registers) (void)0
#define QC_CORES_MOST 1
#define QC_MAX_CORES 1024
#endif

extern unsigned qc_mutant_chosen;        /* 0: none */
extern unsigned char *qc_mutant_reached; /* or NULL */

__attribute__((no_instrument_function)) static inline _Bool
qc_mutant(unsigned number)
{
	if (qc_mutant_reached)
		qc_mutant_reached[number] = 1;
	return number == qc_mutant_chosen;
}

#endif
