/* SPDX-License-Identifier: MIT */
/* Work of a known length, which tasks are made of. */
#ifndef BENCH_SAMPLES_ADD_UP_H
#define BENCH_SAMPLES_ADD_UP_H

#include <stdint.h>

/*
 * 0 + 1 + .. + (n - 1), one addition after the other. As assembly, as it has
 * to take as long in each function that it is part of: the compiler's loop lay
 * across two cache lines in one of them, and took twice as long there.
 */
static inline uint64_t add_up(uint64_t n)
{
	uint64_t sum = 0, i = 0;

	if (n)
		__asm__ volatile(".p2align 4\n"
				 "1:	add %[i], %[sum]\n"
				 "	add $1, %[i]\n"
				 "	cmp %[i], %[n]\n"
				 "	jne 1b"
				 : [sum] "+r"(sum), [i] "+r"(i)
				 : [n] "r"(n) : "cc");
	return sum;
}

#endif
