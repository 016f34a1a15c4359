/* SPDX-License-Identifier: MIT */
/*
 * Included before each file with planted faults: which of them is chosen.
 * QC_MUTANT in the environment is its number; without it none is.
 * QC_REACHED is a file which gets a 1 at each number that is asked for: the
 * faults that a test can see.
 */
#ifndef TESTS_MUTATE_C_MUTANT_H
#define TESTS_MUTATE_C_MUTANT_H

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
