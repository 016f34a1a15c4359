/* SPDX-License-Identifier: MIT */
/*
 * What NOPs cost: the sign by which silicon, translators and interpreters
 * tell themselves apart. Unprivileged, so that a Linux program can look, too.
 */
#include "kernel/common/trust.h"
#include "kernel/tsc.h"

#define FEW_RUNS 20
#define MANY_RUNS 5 /* a KVM without hardware takes 200 ms for each */

/*
 * 2,000 NOPs, `times` over. Within one page, with no call and no return: a
 * translator chains such blocks and does next to nothing for each.
 */
__attribute__((noinline)) static void nops(uint32_t times)
{
	__asm__ volatile(".balign 2048\n"
			 "1:\t.rept 2000\n\tnop\n\t.endr\n\t"
			 "dec %0\n\t"
			 "jnz 1b" : "+r"(times) : : "cc");
}

static uint64_t time_once(uint32_t times)
{
	uint64_t start = tsc_start();

	nops(times);
	return tsc_stop_lfence() - start;
}

static uint64_t time_warm(uint32_t times, unsigned runs)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < runs; i++) {
		uint64_t ticks = time_once(times);
		if (ticks < least)
			least = ticks;
	}
	return least;
}

void trust_time_nops(struct trust_signs *signs)
{
	/* Reads the page: what is timed first is the code's first execution,
	 * and not the loading of a file. */
	(void)*(const volatile unsigned char *)nops;
	signs->nop_cold = time_once(1);
	signs->nop_2000 = time_warm(1, FEW_RUNS);
	signs->nop_20000 = time_warm(10, MANY_RUNS);
	signs->nop_40000 = time_warm(20, MANY_RUNS);
}
