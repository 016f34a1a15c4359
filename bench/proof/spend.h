/* SPDX-License-Identifier: MIT */
/* Delays of a check, so that cores come at many moments. */
#ifndef BENCH_PROOF_SPEND_H
#define BENCH_PROOF_SPEND_H

#include <stdint.h>

/* About one core cycle each. */
static inline void spend(uint32_t turns)
{
	while (turns--)
		__asm__ volatile("");
}

#endif
